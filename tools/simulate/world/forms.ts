/**
 * Forms that are checked and compiled once for all worlds: a form follows from its definition alone, and never changes. Who waits for
 * whose turn, and what each process keeps, is the service's own.
 */
import { Effect, Layer } from "effect"
import { AnalysisThread } from "@formwork/domain/forms/AnalysisThread"
import type { Answer, Job, Kind } from "@formwork/domain/forms/Analysis"
import { analyse } from "@formwork/domain/forms/Analysis"
import { checkPublished } from "@formwork/domain/forms/checkPublished"
import type { FormVersion } from "@formwork/domain/forms/Form"
import { FormCompiler } from "@formwork/domain/forms/FormCompiler"
import { FormLimits } from "@formwork/domain/forms/FormLimits"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import { compile } from "@formwork/rules/compile"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import { frozen } from "./frozen.ts"

/** INVARIANT: a fiber takes the same steps whether something is made or found: otherwise a world would depend on those before it. */
const once = <A>(kept: Map<string, A>, key: string, make: () => A): A => {
  const known = kept.get(key) ?? make()
  kept.set(key, known)
  return known
}

/** Does all of it. */
const finished = <A>(work: Generator<undefined, A, undefined>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** By definition. */
const forms = new Map<string, CompiledForm>()

const formOf = (version: Pick<FormVersion, "definition" | "id">): CompiledForm =>
  once(forms, JSON.stringify(version.definition), () =>
    compile(finished(checkPublished(version, FormLimits.defaultValue())))
  )

const compiler = Layer.effect(
  FormCompiler,
  Effect.map(FormCompiler, (own) =>
    FormCompiler.of({
      ...own,
      compile: (caller, version, find) => own.compile(caller, version, () => find() ?? formOf(version))
    })
  )
).pipe(Layer.provide(FormCompiler.layer))

export const liveForms = LiveForms.layerWithoutCompiler.pipe(Layer.provide(compiler))

/** By job. */
const answers = new Map<string, Answer>()

/** In virtual time an analysis takes none. */
export const analyses = Layer.succeed(AnalysisThread, {
  atOnce: 1,
  run: <K extends Kind>(job: Job<K>): Effect.Effect<Answer<K>> =>
    Effect.sync(
      () =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer to the same job
        once(answers, JSON.stringify(job), () => frozen(finished(analyse(job, () => 0)))) as Answer<K>
    )
})
