/** Made-up evidence of a service without errors. */
import type {
  Arrival,
  Changed,
  Evidence,
  StoredFiring,
  StoredRevision,
  Wanted
} from "../../../../tools/faults/world/Evidence.ts"
import { attachedBy, due, kinds, totalOf } from "../../../../tools/faults/world/Forms.ts"
import { at } from "../../../../tools/faults/world/at.ts"
import type { Random } from "../../../../tools/faults/world/Random.ts"

/** The paths of a submission through its workflow, from its first state. */
const paths: ReadonlyArray<ReadonlyArray<string>> = [
  ["submitted"],
  ["draft"],
  ["draft", "draft", "submitted", "in_review"],
  ["submitted", "in_review", "approved"]
]

const onOf = (state: string): string =>
  state === "draft" ? "draft_saved" : state === "submitted" ? "filed" : `state:${state}`

const referenceOf = (code: string, number: number): string => {
  if (code === "RND") return `RND-${String(number).padStart(12, "X")}`
  return code === "YR" ? `YR-2026-${String(number).padStart(6, "0")}` : `ORD-${String(number).padStart(8, "0")}`
}

/** Forty submissions, one after another, of every form and on every path; some requested twice, some delivered twice. */
export const honest = (random: Random): Evidence => {
  const evidence = {
    wanted: [] as Array<Wanted>,
    changed: [] as Array<Changed>,
    submissions: [] as Array<Evidence["submissions"][number]>,
    revisions: [] as Array<StoredRevision>,
    firings: [] as Array<StoredFiring>,
    keys: [] as Array<Evidence["keys"][number]>,
    arrivals: [] as Array<Arrival>,
    strange: []
  }
  const numbers = new Map<string, number>()
  for (let index = 0; index < 40; index++) {
    const { code } = at(kinds, index % kinds.length)
    // The first has an e-mail with a document.
    const path = index === 0 ? at(paths, 0) : random.pick(paths)
    const number = (numbers.get(code) ?? 0) + 1
    numbers.set(code, number)
    const [id, marker, reference] = [`id-${index}`, `marker-${index}`, referenceOf(code, number)]
    const [first = "", state = ""] = [path[0], path.at(-1)]
    const data = { marker, amount: index === 0 ? 95 : random.below(100) }
    const calculated = { total: totalOf(data.amount) }
    const created = { at: index * 10 + 5, id, reference, state: first, data, calculated }
    const key = index < 2 ? undefined : `key-${index}`
    evidence.wanted.push({
      form: code,
      marker,
      key,
      draft: first === "draft",
      data,
      sentAt: index * 10,
      created: index % 4 === 2 ? [created, { ...created, at: created.at + 100 }] : [created]
    })
    evidence.submissions.push({ id, form: code, reference, state, data, calculated })
    if (key !== undefined) evidence.keys.push({ key, submission: id })
    for (const [at, step] of path.entries()) {
      evidence.revisions.push({ submission: id, revision: at + 1, state: step, transition: null })
      if (at > 0) evidence.changed.push({ submission: id, revision: at + 1, state: step })
      for (const effect of due(onOf(step), data)) {
        const firing = { id: `firing-${index}-${at}-${effect}`, submission: id, effect }
        evidence.firings.push({ ...firing, on: onOf(step), state: "delivered" })
        const document = attachedBy(effect, data)
        const attached = document === undefined ? [] : [`firing-${index}-${at}-${document}`]
        const arrival = {
          ...firing,
          form: code,
          reference,
          digest: firing.id,
          attached,
          isGenuine: true,
          isTaken: true
        }
        // A document is stored once.
        if (effect !== "letter" && random.next() < 0.3) evidence.arrivals.push({ ...arrival, isTaken: false })
        evidence.arrivals.push(arrival)
      }
    }
  }
  return evidence
}
