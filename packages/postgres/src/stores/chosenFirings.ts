/**
 * Which firings to send now, of those that several nodes could take: the rules of `Outbox.claim`, as `formwork.claim_firings` has them for
 * one server.
 */
import { Array as Arr } from "effect"
import type { ClaimLimits } from "@formwork/domain/sending/Outbox"
import type { OrganisationId } from "@formwork/domain/callers/Ids"

/** A firing that its destination could take now. Which one it is, its node decides when it is claimed. */
export interface Candidate {
  readonly organisationId: OrganisationId
  readonly destination: string
  /** Its place among the firings to its destination, those that are being sent included. */
  readonly turn: number
  /** How many of its organisation are being sent. */
  readonly underWay: number
  /** How many of its organisation may be. */
  readonly most: number
  readonly dueAtMillis: number
}

type Limits = Pick<ClaimLimits, "limit" | "perDestination" | "documents" | "lastPrinted">

const isDocument = ({ destination }: Candidate): boolean => destination === "documents"

/** The documents that printers are free for: organisations take turns, from the one after the last. */
const printable = (documents: ReadonlyArray<Candidate>, { documents: printers, lastPrinted }: Limits) => {
  const isPast = ({ organisationId }: Candidate) => Number(lastPrinted !== null && organisationId <= lastPrinted)
  return documents
    .toSorted(
      (a, b) => a.turn - b.turn || isPast(a) - isPast(b) || (a.organisationId < b.organisationId ? -1 : 1) // none has two of one turn
    )
    .slice(0, Math.max(printers, 0))
}

const shared = (own: ReadonlyArray<Candidate>) =>
  own
    .toSorted((a, b) => a.turn - b.turn || a.dueAtMillis - b.dueAtMillis)
    .map((candidate, index) => ({ candidate, share: candidate.underWay + index + 1 }))
    .filter(({ candidate, share }) => share <= candidate.most)

/** @param found of each organisation from one node alone. */
export const chosen = (found: ReadonlyArray<Candidate>, limits: Limits): ReadonlyArray<Candidate> => {
  const free = [...found.filter((one) => !isDocument(one)), ...printable(found.filter(isDocument), limits)]
  return Object.values(Arr.groupBy(free, ({ organisationId }) => organisationId))
    .flatMap(shared)
    .toSorted((a, b) => a.share - b.share || a.candidate.dueAtMillis - b.candidate.dueAtMillis)
    .filter(
      ({ candidate: { turn }, share }, place) => share * (turn > limits.perDestination ? 2 : 1) <= limits.limit - place
    )
    .map(({ candidate }) => candidate)
}

/**
 * How many candidates that are no documents a node gives at most, the first by `underWay` and their order within the organisation. Of all
 * nodes together the first `limit` may be chosen. A document that is printed puts the others of its organisation one place back, and
 * another's before them: with so many more, none is left out that could be chosen.
 */
export const mostOfNode = ({ documents, limit }: Limits): number =>
  Math.min(limit + 2 * documents * (documents + 1), 1_000_000_000)
