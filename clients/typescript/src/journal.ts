/**
 * Commands that were sent and not yet answered, so that they can be repeated with the same id.
 *
 * A command is written down before it is sent. Whoever comes back after a crash or a reload
 * repeats what is still open and gets the original outcome: the service does nothing twice.
 */

const PENDING_MAX = 10_000;

/** A command on its way. `whose` names its sender, and is no secret. */
export interface Pending {
  commandId: string;
  /** For example "croupier.v1.TableService.SubmitCommand". */
  method: string;
  whose: string;
  /** The request, in base64. */
  request: string;
}

/** Where commands are written down. */
export interface Journal {
  /** Keep it; when this is done, it is kept. */
  begin(pending: Pending): void | Promise<void>;
  /** Its outcome is known: forget it. */
  end(commandId: string): void | Promise<void>;
  /** Every command whose outcome is not known, oldest first. */
  pending(): readonly Pending[] | Promise<readonly Pending[]>;
}

/** Too many commands without a known outcome: recover them before sending more. */
export class JournalFull extends Error {
  constructor() {
    super(`${PENDING_MAX} commands wait for an outcome; call recover() first`);
    this.name = "JournalFull";
  }
}

/** Lasts as long as the page or the process. */
export class MemoryJournal implements Journal {
  readonly #open = new Map<string, Pending>();

  /** Keep it in memory. Throws JournalFull. */
  begin(pending: Pending): void {
    if (this.#open.size >= PENDING_MAX) throw new JournalFull();
    this.#open.set(pending.commandId, pending);
  }

  end(commandId: string): void {
    this.#open.delete(commandId);
  }

  pending(): readonly Pending[] {
    return [...this.#open.values()];
  }
}

/**
 * Survives a reload of the page: `new StorageJournal(localStorage)`.
 *
 * Every script of the page's origin can read it: a request may hold an invite code, and the id
 * of an opening or a joining is as good as the token that it got.
 */
export class StorageJournal implements Journal {
  constructor(
    private readonly storage: Storage,
    private readonly prefix = "croupier.pending.",
  ) {}

  /** Keep it in the storage. Throws what the storage throws when it is full. */
  begin(pending: Pending): void {
    const kept = { since: Date.now(), pending };
    this.storage.setItem(this.prefix + pending.commandId, JSON.stringify(kept));
  }

  end(commandId: string): void {
    this.storage.removeItem(this.prefix + commandId);
  }

  pending(): readonly Pending[] {
    const keys = Array.from({ length: this.storage.length }, (_, place) => this.storage.key(place));
    return keys
      .filter((key) => key?.startsWith(this.prefix))
      .map((key) => JSON.parse(this.storage.getItem(key!)!) as { since: number; pending: Pending })
      .sort((one, other) => one.since - other.since)
      .map((kept) => kept.pending);
  }
}
