/** Every effect that was due was accepted by its receiver under one id, and belongs to a submission that exists. */
import type { Complaint } from "./Complaint.ts"
import { doubled, groupedBy, lost, wrong } from "./Complaint.ts"
import type { Arrival, Evidence, StoredFiring, StoredRevision, StoredSubmission } from "../world/Evidence.ts"
import { attachedBy, due } from "../world/Forms.ts"

/** The event of a revision: `draft_saved`, `filed` or `state:<name>`. */
const happened = ({ state }: StoredRevision): string =>
  state === "draft" ? "draft_saved" : state === "submitted" ? "filed" : `state:${state}`

/** How often each effect of a submission was due, by its id. */
const dueOf = ({ data }: StoredSubmission, history: ReadonlyArray<StoredRevision>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const effect of history.flatMap((revision) => due(happened(revision), data)))
    counts.set(effect, (counts.get(effect) ?? 0) + 1)
  return counts
}

const checkSubmission = (
  submission: StoredSubmission,
  history: ReadonlyArray<StoredRevision>,
  fired: ReadonlyArray<StoredFiring>,
  arrived: ReadonlyArray<Arrival>
): ReadonlyArray<Complaint> => {
  const complaints: Array<Complaint> = []
  const count = (effect: string, what: string, have: number, want: number) => {
    const says = `${submission.id} fired ${effect} ${want} times, and ${what} ${have}`
    if (have < want) complaints.push(lost(says))
    if (have > want) complaints.push(doubled(says))
  }
  const wanted = dueOf(submission, history)
  const effects = new Set([
    ...wanted.keys(),
    ...fired.map(({ effect }) => effect),
    ...arrived.map(({ effect }) => effect)
  ])
  for (const effect of effects) {
    const want = wanted.get(effect) ?? 0
    const came = arrived.filter((arrival) => arrival.effect === effect)
    count(effect, "the outbox has", fired.filter((firing) => firing.effect === effect).length, want)
    count(effect, "ids that arrived are", new Set(came.map(({ id }) => id)).size, want)
    count(
      effect,
      "ids that were taken are",
      new Set(came.filter(({ isTaken }) => isTaken).map(({ id }) => id)).size,
      want
    )
  }
  for (const { effect, id, state } of fired)
    if (state !== "delivered") complaints.push(lost(`${effect} of ${submission.id} (${id}) is ${state}`))
  complaints.push(...checkAttached(submission, arrived))
  for (const { form, id, reference } of arrived)
    if (form !== submission.form || reference !== submission.reference)
      complaints.push(wrong(`${id} told of ${submission.id} in ${form} as ${reference}`))
  return complaints
}

/** Every message, repeats too, carries exactly the document that was made beside it. */
const checkAttached = ({ data, id }: StoredSubmission, arrived: ReadonlyArray<Arrival>): ReadonlyArray<Complaint> =>
  arrived.flatMap(({ attached, effect }) => {
    const document = attachedBy(effect, data)
    const wanted =
      document === undefined ? [] : arrived.filter((one) => one.effect === document).map(({ digest }) => digest)
    if (attached.length === wanted.length && attached.every((digest, at) => digest === wanted[at])) return []
    const says = `${effect} of ${id} carries ${attached.length} files, and ${document ?? "none"} was due`
    return [attached.length < wanted.length ? lost(says) : wrong(says)]
  })

/** Requests with the same id are the same. */
const checkRepeats = (id: string, arrivals: ReadonlyArray<Arrival>): ReadonlyArray<Complaint> => {
  const contents = new Set(arrivals.map(({ digest, effect, form }) => `${form} ${effect} ${digest}`))
  return contents.size > 1 ? [doubled(`${id} is the id of ${contents.size} different requests`)] : []
}

export const checkEffects = ({ arrivals, firings, revisions, submissions }: Evidence): ReadonlyArray<Complaint> => {
  const histories = groupedBy(revisions, ({ submission }) => submission)
  const fired = groupedBy(firings, ({ submission }) => submission)
  const arrived = groupedBy(arrivals, ({ submission }) => submission)
  const known = new Set(submissions.map(({ id }) => id))
  const strangers = [...new Set([...arrived.keys(), ...fired.keys()])].filter((id) => !known.has(id))
  const outbox = new Set(firings.map(({ id }) => id))
  return [
    ...submissions.flatMap((one) =>
      checkSubmission(one, histories.get(one.id) ?? [], fired.get(one.id) ?? [], arrived.get(one.id) ?? [])
    ),
    ...[...groupedBy(arrivals, ({ id }) => id)].flatMap(([id, all]) => checkRepeats(id, all)),
    ...strangers.map((id) => wrong(`effects of ${id} were sent or fired, and it is not there`)),
    ...arrivals.filter(({ id }) => !outbox.has(id)).map(({ id }) => wrong(`${id} arrived and is in no outbox`)),
    ...arrivals
      .filter(({ isGenuine }) => !isGenuine)
      .map(({ id }) => wrong(`${id} has a signature under another secret`))
  ]
}
