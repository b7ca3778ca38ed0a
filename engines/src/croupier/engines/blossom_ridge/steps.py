"""The game in rulebook order: Characters, deal, trick, Action, scoring."""

from collections.abc import Iterator
from typing import ClassVar, TypeAlias, assert_never

from croupier.engines.blossom_ridge import choices, offers, situation, verbs
from croupier.engines.blossom_ridge.cards import CoreControlAbility, TrickModKind
from croupier.engines.blossom_ridge.commands import (
    Act,
    ChooseCharacter,
    PassAction,
    PassLead,
    PlayCard,
    Said,
    UseCoreControl,
    UseTrickMod,
)
from croupier.engines.blossom_ridge.events import NoActionReason
from croupier.engines.blossom_ridge.legality import why_not
from croupier.engines.blossom_ridge.movements import of_action, of_choice
from croupier.engines.blossom_ridge.scoring import ROUNDS, TRICKS
from croupier.engines.blossom_ridge.table import (
    DECK,
    CharacterMode,
    Decision,
    Phase,
    PlayedCard,
    Table,
    rank_of,
)
from croupier.engines.kernel.agenda import Command, Prompt, Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng, shuffled
from croupier.engines.kernel.values import Seat

AnyTable: TypeAlias = Table[Step]


class SeatDecides(Decision, frozen=True):
    """A decision whose prompt, legal answers and judge all read the seat's situation."""

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        """The one question of the seat whose turn it is."""
        return (offers.prompt(situation.of_table(table, self.seat)),)

    def answers(self, table: AnyTable, seat: Seat) -> Iterator[Command]:
        """Every legal command, from the prompt."""
        here = situation.of_table(table, seat)
        return choices.legal(here, offers.prompt(here))

    def accepts(self, table: AnyTable, command: Said) -> bool:
        """Whether the ladder finds no reason against it."""
        return why_not(situation.of_table(table, command.seat), command) is None


class Deal(Step, frozen=True):
    """BLO-014, BLO-R09. One card at a time, clockwise, starting left of the Round's leader.

    BLO-015, BLO-R13: with 3 players the card left over is burned.
    BLO-061, BLO-062, BLO-063: with 2 players every second Round deals the rest without a shuffle.
    BLO-065, BLO-067, BLO-R11, BLO-R12: every other deal shuffles all 40.
    """

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Deal the next Round."""
        rest = table.stock.peek()
        fresh = not rest
        deck = shuffled(DECK, rng, "deck", "BLO-014 deal") if fresh else rest
        players = len(table.order)
        dealt = players * TRICKS[players]  # BLO-035: all of it is played
        hands = {seat: deck[place:dealt:players] for place, seat in enumerate(_left_first(table))}
        rest = deck[dealt:]
        burned, stock = (rest, ()) if players == 3 else ((), rest)
        return verbs.deal(
            table, tuple(hands[seat] for seat in table.seats), stock, burned, fresh=fresh
        )


def _left_first(table: AnyTable) -> tuple[Seat, ...]:
    """BLO-071. Whoever won the last trick, the next Round's leader is one seat on."""
    leader = table.clockwise(table.first_leader)[table.round % len(table.order)]
    return (*table.clockwise(leader)[1:], leader)


class DealCharacters(Step, frozen=True):
    """BLO-R30. Characters dealt at random or as the host assigned them."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Give each seat its Character."""
        given = table.options.assigned
        if table.options.character_mode is CharacterMode.RANDOM:
            ids = [each.id for each in table.pack.contents.characters]
            given = shuffled(ids, rng, "misc", "BLO-R30 Characters")
        change = Change(table)
        for seat in table.seats:
            change = change.then(verbs.take_character, seat, given[seat])
        return change


class DraftCharacter(SeatDecides, frozen=True):
    """BLO-016, BLO-R30. One at a time, openly, from the first leader clockwise."""

    takes: ClassVar[tuple[type[Command], ...]] = (ChooseCharacter,)
    phase: ClassVar[Phase] = Phase.CHARACTERS

    def do(self, table: AnyTable, answer: ChooseCharacter, rng: Rng) -> Change[AnyTable]:
        """Take it."""
        return verbs.take_character(table, self.seat, answer.character)


class StartTrick(Step, frozen=True):
    """BLO-036, BLO-041. One card from each, clockwise from the leader, then the winner."""

    leader: Seat | None = None  # None: who leads the Round, BLO-069 and BLO-070

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Lay out the trick's steps."""
        leader = table.round_leader if self.leader is None else self.leader
        turns = tuple(PlayToTrick(seat) for seat in table.clockwise(leader))
        return verbs.start_trick(table.next_first(*turns, ResolveTrick()), leader)


class PlayToTrick(SeatDecides, frozen=True):
    """BLO-040 to BLO-043, BLO-104. Perhaps a Trick-Mod, then one card.

    BLO-R49: the last card of a hand is asked for like any other.
    """

    takes: ClassVar[tuple[type[Command], ...]] = (PlayCard, UseTrickMod)
    phase: ClassVar[Phase] = Phase.PLAY

    def do(self, table: AnyTable, answer: PlayCard | UseTrickMod, rng: Rng) -> Change[AnyTable]:
        """Play the card, or put the ability in force and ask again."""
        match answer:
            case PlayCard(card=card):
                return verbs.play(table, self.seat, card)
            case UseTrickMod():
                change = verbs.use_trick_mod(table.next_first(self), answer)
                if answer.target is not None:
                    change = change.then(verbs.peek, self.seat, answer.target)
                return change
        assert_never(answer)


class ResolveTrick(Step, frozen=True):
    """BLO-044, BLO-050. One card takes the trick, and whoever played it acts at once."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Find the winner."""
        best = winning(table)
        return verbs.win_trick(table.next_first(WinnersAction(best.seat)), best)


def winning(table: AnyTable) -> PlayedCard:
    """BLO-R33. By effective rank, then natural rank, then who played earlier.

    BLO-R38: two `lowest_wins` are one.
    """
    lowest = any(mod.kind is TrickModKind.LOWEST_WINS for mod in table.mods)
    sign = 1 if lowest else -1

    def key(played: PlayedCard) -> tuple[int, int]:
        return sign * played.rank, sign * rank_of(played.card, table.options)

    candidates = [played for played in table.trick if played.counts]  # BLO-045
    return min(candidates, key=key)


class WinnersAction(SeatDecides, frozen=True):
    """BLO-080 to BLO-082. The winner takes exactly one Action in the action suit; nobody else."""

    takes: ClassVar[tuple[type[Command], ...]] = (Act, UseCoreControl, PassAction)
    phase: ClassVar[Phase] = Phase.ACTION

    def ask(self, table: AnyTable) -> tuple[Prompt, ...]:
        """BLO-093, BLO-R21. Nobody is asked if no Action is legal and no ability usable."""
        prompt = offers.action_prompt(situation.of_table(table, self.seat))
        return (prompt,) if prompt.actions or prompt.core_controls else ()

    def do(
        self, table: AnyTable, answer: Act | UseCoreControl | PassAction | None, rng: Rng
    ) -> Change[AnyTable]:
        """Act, then finish the trick."""
        finish = FinishTrick(winner=self.seat, leader=self.seat)
        match answer:
            case None:
                reason = NoActionReason.NONE_LEGAL
                return verbs.no_action(table.next_first(finish), self.seat, reason)
            case PassAction():
                reason = NoActionReason.PASSED
                return verbs.no_action(table.next_first(finish), self.seat, reason)
            case Act(action=action):
                movement = of_action(self.seat, action)
                return verbs.move(table.next_first(finish), self.seat, movement)
            case UseCoreControl():
                return self._use(table, answer)
        assert_never(answer)

    def _use(self, table: AnyTable, command: UseCoreControl) -> Change[AnyTable]:
        """BLO-106, BLO-107, BLO-R32. The ability with all it contains; no Action follows."""
        choice = command.choice
        leader = choice.leader if isinstance(choice, PassLead) else self.seat
        finish = FinishTrick(winner=self.seat, leader=leader)
        ability = table.pack.contents.ability(command.ability)
        assert isinstance(ability, CoreControlAbility), "the ladder has checked the timing"
        change = verbs.spend(table.next_first(finish), command)
        for movement in of_choice(table.town, self.seat, ability, choice):
            change = change.then(verbs.move, self.seat, movement)
        return change


class FinishTrick(Step, frozen=True):
    """BLO-047, BLO-049, BLO-094. The winner leads next, unless an ability named another."""

    winner: Seat
    leader: Seat

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLO-052, BLO-R25. With empty hands the Round ends, after the last trick's Action."""
        more = table.hands[0].count > 0
        then: Step = StartTrick(self.leader) if more else ScoreRound()
        return verbs.finish_trick(table.next_first(then), self.winner)


class ScoreRound(Step, frozen=True):
    """BLO-030, BLO-120, BLO-R26. All Locations at once, after every Round, the last included."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLO-140, BLO-R43. After the last Round the game ends, and never before."""
        last = table.round == ROUNDS[len(table.order)]
        then: tuple[Step, ...] = (EndGame(),) if last else (Deal(), StartTrick())
        return verbs.score_round(table.next_first(*then))


class EndGame(Step, frozen=True):
    """BLO-031, BLO-141. Most points after the final Round wins."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Say who has won."""
        return verbs.end_game(table)


AnyStep: TypeAlias = (
    Deal
    | DealCharacters
    | DraftCharacter
    | StartTrick
    | PlayToTrick
    | ResolveTrick
    | WinnersAction
    | FinishTrick
    | ScoreRound
    | EndGame
)
