/** Laws of SubmissionStore over sequences of commands, which are compared with a simple model. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { draft } from "@formwork/domain/filing/Submission"
import type { Submission } from "@formwork/domain/filing/Submission"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import type { FormVersion } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import type { Caller } from "@formwork/domain/callers/Caller"
import { CallCounter } from "@formwork/domain/usage/CallCounter"
import type { JsonObject } from "@formwork/rules/Json"
import { at } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"

const transitions = [
  { name: "review", from: "submitted", to: "in_review" },
  { name: "approve", from: "in_review", to: "approved", privilege: "form:publish" },
  { name: "return", from: "in_review", to: "submitted" },
  { name: "reopen", from: "approved", to: "in_review" }
]

/** The versions of the form have one of two fields in turn, so that a value for the other field is for an unknown one. */
const slugs: readonly [string, string] = ["area", "height"]

const definition = (slug: string): JsonObject => ({
  title: "Roof enquiry",
  code: "ROOF",
  referencePattern: "{code}-{seq:3}",
  fields: [
    { slug, type: "integer", required: true },
    { slug: "double", type: "integer", formula: `${slug} * 2` }
  ],
  workflow: { initial: "submitted", states: ["submitted", "in_review", "approved"], transitions }
})

/** The weight of each command: a submission must get far before there is much to undo. */
const weights = {
  create: 1,
  draft: 2,
  save: 2,
  file: 1,
  "file as stored": 1,
  repeat: 1,
  publish: 1,
  move: 8
}

const step = fc.record({
  act: fc.constantFrom(
    ...Object.entries(weights).flatMap(([act, weight]) => Array.from({ length: weight }, () => act))
  ),
  /** The submission, counted from the newest. */
  pick: fc.constantFrom(0, 0, 0, 1, 2),
  value: fc.constantFrom(1, 2, 3, "wide", undefined),
  move: fc.constantFrom("review", "approve", "return", "reopen", "vanish"),
  /** How many revisions the command's revision is behind the newest. */
  behind: fc.constantFrom(0, 0, 0, 0, 1),
  mayPublish: fc.constantFrom(true, true, false)
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** One submission in the model. */
interface Modelled {
  readonly first: Submission
  readonly request: { readonly data: JsonObject; readonly draft: boolean; readonly idempotencyKey: string }
  /** The state of each revision. */
  readonly states: Array<string>
  data: JsonObject
  version: FormVersion
}

const world = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const forms = yield* FormStore
  const form = yield* forms.create(owner, {
    id: FormId.make(yield* Fixture.uuid),
    code: "ROOF",
    title: "Roof",
    draft: definition(slugs[0])
  })
  const publish = (slug: string) =>
    Effect.flatMap(Fixture.uuid, (id) => forms.publish(owner, form.id, FormVersionId.make(id), definition(slug)))
  // A caller without an admission sees each publish at once, like one that is admitted anew for each request.
  const caller = (privileges: Parameters<typeof Fixture.machine>[1]) =>
    Effect.map(Fixture.machine(owner, privileges), (machine): Caller => ({
      ...machine.caller,
      liveFormsRevision: null
    }))
  const made: Array<Modelled> = []
  return {
    form,
    publish,
    live: { slug: slugs[0], version: yield* publish(slugs[0]) },
    plain: yield* caller(["submission:read", "submission:write"]),
    publisher: yield* caller(["submission:read", "submission:write", "form:publish"]),
    submissions: yield* Submissions,
    made,
    /** The results that were seen, so that a sequence of refusals alone fails. */
    done: new Set<string>()
  }
})
type World = Effect.Success<typeof world>

const dataOf = ({ live }: World, value: Step["value"]): JsonObject =>
  value === undefined ? {} : { [live.slug]: value }

const isValid = ({ live }: World, data: JsonObject, as: "draft" | "filing"): boolean =>
  Object.keys(data).every((slug) => slug === live.slug) &&
  (live.slug in data ? typeof data[live.slug] === "number" : as === "draft")

const create = Effect.fnUntraced(function* (w: World, { act, value }: Step) {
  const data = dataOf(w, value)
  const request = { data, draft: act === "draft", idempotencyKey: yield* Fixture.uuid }
  const result = yield* Effect.result(w.submissions.create(w.plain, w.form.id, request))
  assert.strictEqual(result._tag === "Success", isValid(w, data, act === "draft" ? "draft" : "filing"))
  if (result._tag === "Failure") return
  const { submission: first } = result.success
  assert.strictEqual(first.referenceNumber, `ROOF-${String(w.made.length + 1).padStart(3, "0")}`)
  const states = [act === "draft" ? draft : "submitted"]
  w.done.add(act)
  w.made.push({ first, request, states, data, version: w.live.version })
})

const replace = Effect.fnUntraced(function* (w: World, one: Modelled, { act, behind, value }: Step) {
  const { id } = one.first
  const revision = one.states.length - behind
  const data = act === "file as stored" ? one.data : dataOf(w, value)
  const as = act === "save" ? "draft" : "filing"
  const work =
    act === "save"
      ? w.submissions.save(w.plain, id, { revision, data })
      : w.submissions.file(w.plain, id, { revision, data: act === "file" ? data : undefined })
  const expected = () => {
    if (behind > 0) return "RevisionStale"
    if (one.states.at(-1) !== draft) return "DraftLeft"
    return isValid(w, data, as) ? "Success" : "SubmissionInvalid"
  }
  const tag = yield* Fixture.tagOf(work)
  assert.strictEqual(tag, expected(), `${act} of a submission in ${one.states.join()}`)
  if (tag !== "Success") return
  w.done.add(act)
  one.states.push(act === "save" ? draft : "submitted")
  one.data = data
  one.version = w.live.version
})

const move = Effect.fnUntraced(function* (w: World, one: Modelled, { behind, mayPublish, move: name }: Step) {
  const revision = one.states.length - behind
  const caller = mayPublish ? w.publisher : w.plain
  const chosen = transitions.find((known) => known.name === name && known.from === one.states.at(-1))
  const expected = () => {
    if (chosen?.privilege !== undefined && !mayPublish) return "PrivilegeMissing"
    if (behind > 0) return "RevisionStale"
    return chosen === undefined ? "TransitionNotPossible" : "Success"
  }
  const tag = yield* Fixture.tagOf(
    w.submissions.transition(caller, one.first.id, { revision, name, comment: undefined })
  )
  assert.strictEqual(tag, expected(), `${name} of a submission in ${one.states.join()}`)
  w.done.add(tag)
  if (tag !== "Success" || chosen === undefined) return
  w.done.add(name)
  one.states.push(chosen.to)
})

const asJson = (submission: Submission): unknown => JSON.parse(JSON.stringify(submission))

const repeat = Effect.fnUntraced(function* (w: World, { first, request }: Modelled) {
  const again = yield* w.submissions.create(w.plain, w.form.id, request)
  assert.isTrue(again.replayed)
  assert.deepStrictEqual(asJson(again.submission), asJson(first))
})

/** Asserts that the submission, its history and its first answer are those of the model. */
const isAsModelled = Effect.fnUntraced(function* (w: World, one: Modelled) {
  const { data, first, states, version } = one
  const value = Object.values(data)[0]
  const expected: Submission = {
    ...first,
    formVersionId: version.id,
    data,
    calculatedData: { double: typeof value === "number" ? value * 2 : null },
    workflowState: at(states, -1),
    revision: states.length
  }
  const now = yield* w.submissions.get(w.plain, first.id)
  assert.deepStrictEqual(asJson(now), asJson(expected))
  const history = yield* w.submissions.history(w.plain, first.id)
  assert.deepStrictEqual(
    history.map(({ revision, workflowState }) => [revision, workflowState]),
    states.map((state, index) => [index + 1, state])
  )
  yield* repeat(w, one)
})

const agrees = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const w = yield* world
  for (const one of steps) {
    const picked = w.made.at(-1 - one.pick)
    if (one.act === "create" || one.act === "draft") yield* create(w, one)
    else if (one.act === "publish") {
      const slug = w.live.slug === slugs[0] ? slugs[1] : slugs[0]
      w.live = { slug, version: yield* w.publish(slug) }
    } else if (picked !== undefined) {
      if (one.act === "repeat") yield* repeat(w, picked)
      else if (one.act === "move") yield* move(w, picked, one)
      else yield* replace(w, picked, one)
    }
  }
  for (const one of w.made) yield* isAsModelled(w, one)
  return w.done
})

/** The services that the steps use. */
const services = Submissions.layer.pipe(Layer.provide(Layer.merge(LiveForms.layer, CallCounter.layer)))

export const contract = suite("workflow", (it) => {
  it.effect("any sequence of storing, saving, filing, transitions and repeats agrees with a simple model", () =>
    Effect.gen(function* () {
      const samples = fc.sample(fc.array(step, { minLength: 30, maxLength: 80 }), { numRuns: 20, seed: 7 })
      const done = new Set((yield* Effect.forEach(samples, agrees)).flatMap((each) => [...each]))
      const acts = ["create", "draft", "save", "file", "file as stored", "review", "approve", "return", "reopen"]
      assert.includeMembers([...done], [...acts, "PrivilegeMissing", "RevisionStale", "TransitionNotPossible"])
    }).pipe(Effect.provide(services))
  )
})
