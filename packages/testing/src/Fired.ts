/** What filing and changing submissions has fired: each effect with its content, whether it was sent already or waits to be. */
import { Effect, Schema } from "effect"
import type { EffectKind } from "@formwork/rules/Definition"
import { Content } from "@formwork/domain/filing/Content"
import type { FiringId } from "@formwork/domain/filing/Firing"
import * as ReferenceMarker from "@formwork/domain/filing/ReferenceMarker"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import type { Attempt, FiringState } from "@formwork/domain/sending/FiringRecord"
import { Tables } from "@formwork/memory/Tables"
import type { StoredFiring, Tenant } from "@formwork/memory/Tables"

/** An effect that fired. */
export interface Fired<Kind extends EffectKind = EffectKind> {
  readonly id: FiringId
  readonly organisationId: OrganisationId
  readonly submissionId: SubmissionId
  /** The effect's id in the form's definition. */
  readonly effect: string
  readonly kind: EffectKind
  /** What made it due: `filed`, `draft_saved` or `state:<name>`. */
  readonly on: string
  /** What is sent, with the reference number in its place. */
  readonly content: Content<Kind>
  readonly state: FiringState
  /** How it was sent so far, the first attempt first. */
  readonly attempts: ReadonlyArray<Attempt>
}

/** Each member narrows the selection; without members it is everything. */
export interface Which<Kind extends EffectKind = EffectKind> {
  readonly effect?: string
  readonly kind?: Kind
  readonly on?: string
  readonly state?: FiringState
  readonly submission?: SubmissionId
  readonly organisation?: OrganisationId
}

const decode = Schema.decodeUnknownSync(Content)

const shown = (tenant: Tenant, firing: StoredFiring): ReadonlyArray<Fired> => {
  const { attempts, content, effectId, id, kind, on, state, submissionId } = firing
  if (content === undefined) return []
  const reference = tenant.submissions.get(submissionId)?.submission.referenceNumber ?? ""
  const filled = decode(ReferenceMarker.fill(content, submissionId, reference))
  const organisationId = tenant.organisation.id
  return [
    { id, organisationId, submissionId, effect: effectId, kind, on, content: filled, state, attempts: [...attempts] }
  ]
}

const isOf =
  <Kind extends EffectKind>({ effect, kind, on, organisation, state, submission }: Which<Kind>) =>
  (fired: Fired): fired is Fired<Kind> =>
    (effect === undefined || fired.effect === effect) &&
    (kind === undefined || fired.kind === kind) &&
    (on === undefined || fired.on === on) &&
    (state === undefined || fired.state === state) &&
    (submission === undefined || fired.submissionId === submission) &&
    (organisation === undefined || fired.organisationId === organisation)

const everything: Effect.Effect<ReadonlyArray<Fired>, never, Tables> = Tables.useSync(({ tenants }) =>
  [...tenants.values()].flatMap((tenant) => tenant.firings.flatMap((firing) => shown(tenant, firing)))
)

/** All of them, in the order in which they were stored. */
export const all = <Kind extends EffectKind = EffectKind>(
  which: Which<Kind> = {}
): Effect.Effect<ReadonlyArray<Fired<Kind>>, never, Tables> =>
  Effect.map(everything, (fired) => fired.filter(isOf(which)))

/** The only one. None, or more than one, is a defect whose message lists what fired. */
export const one = <Kind extends EffectKind = EffectKind>(
  which: Which<Kind> = {}
): Effect.Effect<Fired<Kind>, never, Tables> =>
  Effect.flatMap(all(which), (found) => {
    const [only, ...others] = found
    return only !== undefined && others.length === 0 ? Effect.succeed(only) : unexpected("one effect", which)
  })

/** Succeeds where no such effect fired; otherwise a defect whose message lists those that did. */
export const none = (which: Which = {}): Effect.Effect<void, never, Tables> =>
  Effect.flatMap(all(which), (found) => (found.length === 0 ? Effect.void : unexpected("no effect", which)))

const unexpected = (expected: string, which: Which): Effect.Effect<never, never, Tables> =>
  Effect.flatMap(everything, (fired) => {
    const asked = Object.keys(which).length === 0 ? "" : ` of ${JSON.stringify(which)}`
    const lines = fired.map(
      ({ effect, kind, on, state, submissionId }) =>
        `  ${effect} (${kind}, ${on}) of submission ${submissionId}: ${state}`
    )
    const list = lines.length === 0 ? "Nothing fired." : `Fired:\n${lines.join("\n")}`
    return Effect.die(new Error(`The test expected ${expected}${asked}. ${list}`))
  })
