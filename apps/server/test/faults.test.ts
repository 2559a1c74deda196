/**
 * Exactly once, at least once, under faults: `pnpm faults --small` as a test, and a test of its checker, which has to find every
 * kind of error in made-up evidence.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { check } from "../../../tools/faults/verdict/check.ts"
import type { Complaint } from "../../../tools/faults/verdict/Complaint.ts"
import type { Evidence } from "../../../tools/faults/world/Evidence.ts"
import { small } from "../../../tools/faults/Plan.ts"
import * as Randoms from "../../../tools/faults/world/Random.ts"
import type { Random } from "../../../tools/faults/world/Random.ts"
import { run } from "../../../tools/faults/run.ts"
import type { Happened } from "../../../tools/faults/run.ts"
import { sentence } from "../../../tools/faults/sentence.ts"
import { honest } from "./support/honest.ts"

it.live(
  "killed servers, workers and backends, cut answers, sick receivers and full disks lose nothing and double nothing",
  () =>
    Effect.gen(function* () {
      const told: Array<Happened> = []
      const seed = Math.floor(Math.random() * 2 ** 31)
      const outcome = yield* run(small, seed, (happened) => told.push(happened))
      assert.deepStrictEqual(
        outcome.complaints.slice(0, 20),
        [],
        `${sentence(outcome)}: pnpm faults --small --seed ${seed}`
      )
      for (const happened of told) {
        if ("leftOut" in happened) console.warn(`Left out: ${happened.leftOut}.`)
        else if ("fault" in happened) assert.isTrue(happened.happened, happened.fault)
      }
      assert.isAbove(outcome.repeats, 0, "something came twice, or the receivers were never sick")
      assert.isAbove(outcome.statuses[503] ?? 0, 0, "a client had to repeat a request")
      console.log(sentence(outcome))
    }),
  400_000
)

/** `all` with the item that `which` picks changed or left out. */
const change = <A>(
  random: Random,
  all: ReadonlyArray<A>,
  changed: (one: A) => ReadonlyArray<A>,
  which: (one: A) => boolean = () => true
): ReadonlyArray<A> => {
  const victim = random.pick(all.filter(which))
  return all.flatMap((one) => (one === victim ? changed(one) : [one]))
}

type Tampering = (evidence: Evidence, random: Random) => Evidence

/** Changes one item of `part`, or leaves it out. */
const one =
  <Part extends keyof Evidence>(
    part: Part,
    changed: (one: Evidence[Part][number]) => ReadonlyArray<Evidence[Part][number]>,
    which: (one: Evidence[Part][number]) => boolean = () => true
  ): Tampering =>
  (evidence, random) => {
    const all: ReadonlyArray<Evidence[Part][number]> = evidence[part]
    return { ...evidence, [part]: change(random, all, changed, which) }
  }

const none = () => []

/** What a service could do wrong, and the kind of complaint that the checker has to make. */
const tamperings: ReadonlyArray<readonly [says: string, kind: Complaint["kind"], tamper: Tampering]> = [
  ["a submission that was answered 201 is gone", "lost", one("submissions", none)],
  [
    "a submission lies there twice",
    "doubled",
    one("submissions", (it) => [it, { ...it, id: "other", reference: "ORD-99999999" }])
  ],
  [
    "a key was answered with two submissions",
    "doubled",
    one(
      "wanted",
      (it) => [{ ...it, created: it.created.map((it, at) => (at === 0 ? it : { ...it, id: "id-0" })) }],
      ({ created }) => created.length > 1
    )
  ],
  ["a key has no record", "wrong", one("keys", none)],
  [
    "an answer never came",
    "wrong",
    one(
      "wanted",
      (it) => [{ ...it, created: [] }],
      ({ key }) => key !== undefined
    )
  ],
  [
    "a submission has other data than was answered",
    "wrong",
    one(
      "submissions",
      (it) => [{ ...it, data: { ...it.data, amount: 1_000 } }],
      ({ state }) => state === "submitted"
    )
  ],
  [
    "a submission that no client filed is there",
    "wrong",
    (evidence) => ({ ...evidence, wanted: evidence.wanted.slice(1) })
  ],
  [
    "two have one reference",
    "doubled",
    (evidence, random) => {
      const { reference } = random.pick(evidence.submissions)
      return {
        ...evidence,
        submissions: change(
          random,
          evidence.submissions,
          (one) => [{ ...one, reference }],
          (one) => one.reference !== reference
        )
      }
    }
  ],
  ["a reference is null", "wrong", one("submissions", (it) => [{ ...it, reference: null }])],
  [
    "a number was left out",
    "wrong",
    (evidence) => {
      const skip = <A extends { readonly reference: string | null }>(one: A): A =>
        one.reference === "ORD-00000014" ? { ...one, reference: "ORD-00000015" } : one
      return {
        ...evidence,
        submissions: evidence.submissions.map(skip),
        arrivals: evidence.arrivals.map((one) => ({ ...one, reference: skip(one).reference })),
        wanted: evidence.wanted.map((one) => ({ ...one, created: one.created.map(skip) }))
      }
    }
  ],
  [
    "two numbers are in the wrong order",
    "wrong",
    (evidence) => {
      const names = new Map([
        ["ORD-00000003", "ORD-00000008"],
        ["ORD-00000008", "ORD-00000003"]
      ])
      const swap = <A extends { readonly reference: string | null }>(one: A): A => ({
        ...one,
        reference: names.get(one.reference ?? "") ?? one.reference
      })
      return {
        ...evidence,
        submissions: evidence.submissions.map(swap),
        arrivals: evidence.arrivals.map(swap),
        wanted: evidence.wanted.map((one) => ({ ...one, created: one.created.map(swap) }))
      }
    }
  ],
  ["a revision is missing", "wrong", one("revisions", none)],
  ["a change that was answered is not in the history", "lost", one("changed", (it) => [it, { ...it, revision: 9 }])],
  [
    "a submission is in another state than its history says",
    "wrong",
    one("submissions", (it) => [{ ...it, state: "rejected" }])
  ],
  ["an outbox row was not written", "lost", one("firings", none)],
  ["an outbox row was written twice", "doubled", one("firings", (it) => [it, { ...it, id: "another" }])],
  ["an effect waits for ever", "lost", one("firings", (it) => [{ ...it, state: "pending" }])],
  [
    "an effect never arrived",
    "lost",
    (evidence, random) => {
      const { id } = random.pick(evidence.arrivals)
      return { ...evidence, arrivals: evidence.arrivals.filter((one) => one.id !== id) }
    }
  ],
  [
    "an effect arrived and was never taken",
    "lost",
    (evidence, random) => {
      const { id } = random.pick(evidence.arrivals)
      return {
        ...evidence,
        arrivals: evidence.arrivals.map((one) => (one.id === id ? { ...one, isTaken: false } : one))
      }
    }
  ],
  ["an effect arrived under two ids", "doubled", one("arrivals", (it) => [it, { ...it, id: "another" }])],
  ["a repeat had another body", "doubled", one("arrivals", (it) => [it, { ...it, digest: "another" }])],
  [
    "an effect told of a submission that is not there",
    "wrong",
    one("arrivals", (it) => [it, { ...it, submission: "nobody" }])
  ],
  ["an effect told another reference", "wrong", one("arrivals", (it) => [{ ...it, reference: "ORD-1" }])],
  [
    "an e-mail left without its document",
    "lost",
    one(
      "arrivals",
      (it) => [{ ...it, attached: [] }],
      ({ attached }) => attached.length > 0
    )
  ],
  [
    "an e-mail carries the document of another",
    "wrong",
    one(
      "arrivals",
      (it) => [{ ...it, attached: ["another"] }],
      ({ attached }) => attached.length > 0
    )
  ],
  [
    "an e-mail carries a document that was not due",
    "wrong",
    one(
      "arrivals",
      (it) => [{ ...it, attached: ["another"] }],
      ({ attached }) => attached.length === 0
    )
  ],
  ["a signature is not ours", "wrong", one("arrivals", (it) => [{ ...it, isGenuine: false }])],
  ["a process ended without being killed", "wrong", (evidence) => ({ ...evidence, strange: ["it ended"] })]
]

describe("the checker", () => {
  const seeds = Array.from({ length: 50 }, (_, seed) => seed)

  it("the checker has no complaint about a service without errors", () => {
    for (const seed of seeds) assert.deepStrictEqual(check(honest(Randoms.make(seed))), [])
  })

  it.each(tamperings)("the checker finds that %s: %s", (_, kind, tamper) => {
    for (const seed of seeds) {
      const random = Randoms.make(seed)
      const complaints = check(tamper(honest(random), random))
      assert.include(
        complaints.map((complaint) => complaint.kind),
        kind,
        `seed ${seed}`
      )
    }
  })
})
