/** Analysing definitions: one at a time of each organisation, off the thread that answers requests where there is another. */
import { Context, Effect, Layer } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { Caller } from "../callers/Caller.ts"
import * as Turns from "../limits/Turns.ts"
import { NamedTables, type PublishedDefinitions } from "../tables/NamedTables.ts"
import type { Answer, Jobs, Kind } from "./Analysis.ts"
import { AnalysisThread } from "./AnalysisThread.ts"
import { FormLimits } from "./FormLimits.ts"

/** Analyses of one organisation that may wait for their turn. */
const mostWaiting = 8

const definitionsIn = (ask: Jobs[Kind]["ask"]): ReadonlyArray<Json> => {
  if ("definition" in ask) return [ask.definition]
  if ("version" in ask) return [ask.version.definition]
  if ("after" in ask) return [ask.before.definition, "draft" in ask.after ? ask.after.draft : ask.after.definition]
  return []
}

/** Those of them that were published. */
const publishedIn = (ask: Jobs[Kind]["ask"]): ReadonlyArray<Json> => {
  if ("version" in ask) return [ask.version.definition]
  if ("after" in ask) return [ask.before.definition, ...("draft" in ask.after ? [] : [ask.after.definition])]
  return []
}

const noMore: PublishedDefinitions = Effect.succeed([])

export class Analyses extends Context.Service<
  Analyses,
  {
    /**
     * Does a job in a turn of the caller's organisation. Dies of `Unavailable` where too many wait, and as `AnalysisThread` does
     * (spec/service.md §8.5).
     * @param published what else of the form was published: its tables may be named in what is asked about.
     */
    readonly run: <K extends Kind>(
      caller: Caller,
      kind: K,
      ask: Jobs[K]["ask"],
      published?: PublishedDefinitions
    ) => Effect.Effect<Answer<K>>
  }
>()("@formwork/domain/forms/Analyses") {
  static readonly layer = Layer.effect(
    Analyses,
    Effect.gen(function* () {
      const limits = yield* FormLimits
      const { atOnce, run } = yield* AnalysisThread
      const turns = yield* Turns.make({ atOnce, mostWaiting, what: "an analysis of a form" })
      const named = yield* NamedTables
      return Analyses.of({
        run: Effect.fnUntraced(function* (caller, kind, ask, published = noMore) {
          const all = Effect.map(published, (more) => [...publishedIn(ask), ...more])
          const tables = yield* named.texts(caller, definitionsIn(ask), all)
          return yield* turns.take(caller.organisationId)(run({ kind, limits, tables, ...ask }))
        })
      })
    })
  ).pipe(Layer.provide(NamedTables.layer))
}
