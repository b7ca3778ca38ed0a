/** A no from the service, typed: why, by which rule, and whether the command may have happened. */

import { durationMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";

import {
  BadRequestSchema,
  ErrorInfoSchema,
  RetryInfoSchema,
} from "./gen/google/rpc/error_details_pb.js";

const DOMAIN = "croupier";

/** What breaks on the way: nobody can say whether the command arrived. */
const LOST_ON_THE_WAY = new Set([
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.Canceled,
  Code.Internal,
  Code.Unknown,
]);

export type Applied = "NO" | "UNKNOWN";

/** One wrong field of a request. */
export interface Violation {
  field: string;
  description: string;
}

interface Told {
  applied?: Applied;
  rule?: string | undefined;
  violations?: Violation[];
  metadata?: Record<string, string>;
  retryAfterMs?: number | undefined;
}

/** The service (or the way to it) said no. */
export class CroupierError extends Error {
  /** `NO` when the command surely changed nothing, `UNKNOWN` when it may have: repeat it with
   * the same command id, and the first answer comes back. */
  applied: Applied;
  /** The rule behind a refusal, for example "BLO-046". */
  readonly rule: string | undefined;
  readonly violations: readonly Violation[];
  /** Everything else that the service told about it. */
  readonly metadata: Readonly<Record<string, string>>;
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly code: Code,
    readonly reason: string,
    said: string,
    told: Told = {},
  ) {
    const rule = told.rule === undefined ? "" : ` (${told.rule})`;
    const wrong = (told.violations ?? []).map((one) => ` ${one.field}: ${one.description}.`);
    super(`${reason}${rule}: ${said}${wrong.join("")}`);
    this.name = "CroupierError";
    this.applied = told.applied ?? "NO";
    this.rule = told.rule;
    this.violations = told.violations ?? [];
    this.metadata = told.metadata ?? {};
    this.retryAfterMs = told.retryAfterMs;
  }

  /** The caller's newest revision, where the service told it (stale commands). */
  get revision(): number | undefined {
    const told = this.metadata["revision"];
    return told !== undefined && /^\d+$/.test(told) ? Number(told) : undefined;
  }

  /** Whether the same call, with the same command id, may fare better in a moment. */
  get passing(): boolean {
    return (
      this.code !== Code.Unauthenticated &&
      (this.applied === "UNKNOWN" ||
        this.code === Code.Unavailable ||
        this.reason === "CONTENDED" ||
        this.retryAfterMs !== undefined)
    );
  }
}

/** The typed error in a failed call, also where something in between failed. */
export function errorOf(failure: unknown): CroupierError {
  if (failure instanceof CroupierError) return failure;
  const error = ConnectError.from(failure);
  const info = error.findDetails(ErrorInfoSchema).find((one) => one.domain === DOMAIN);
  const lost: Applied = LOST_ON_THE_WAY.has(error.code) ? "UNKNOWN" : "NO";
  const [retry] = error.findDetails(RetryInfoSchema);
  return new CroupierError(error.code, info?.reason ?? nameOf(error.code), error.rawMessage, {
    applied: info === undefined ? lost : info.metadata["applied"] === "UNKNOWN" ? "UNKNOWN" : "NO",
    rule: info?.metadata["rule"],
    violations: error
      .findDetails(BadRequestSchema)
      .flatMap((bad) => bad.fieldViolations)
      .map(({ field, description }) => ({ field, description })),
    metadata: info?.metadata ?? {},
    retryAfterMs: retry?.retryDelay && durationMs(retry.retryDelay),
  });
}

/** `DEADLINE_EXCEEDED` for `DeadlineExceeded`. */
function nameOf(code: Code): string {
  return Code[code].replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}
