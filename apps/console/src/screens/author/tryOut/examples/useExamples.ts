/** The form's examples, and what each gives with the draft as it is now. */
import { useQuery } from "@tanstack/react-query"
import type { Field } from "@formwork/rules/Definition"
import type { EvaluationResult } from "@formwork/rules/Evaluation"
import { type Finding, findingsOf } from "@formwork/rules/Expectation"
import { useEffect, useMemo, useState } from "react"
import { examplesQuery, type KeptExample } from "../../../../api/examples.ts"
import type { Authoring } from "../../authoring/Authoring.ts"
import { dateIn } from "../../engine/dateIn.ts"
import type { PreparedForm } from "../../engine/EngineClient.ts"
import type { CoverageFound } from "../../engine/Protocol.ts"
import type { FormParts } from "./expected.ts"

/** Keys that follow each other are one run. */
const PAUSE_MILLIS = 150

export interface RunExample {
  readonly example: KeptExample
  /** Undefined until it has run, and while no form runs. */
  readonly result: EvaluationResult | undefined
  readonly expected: ReadonlyArray<Finding>
  readonly isMet: boolean | undefined
}

const none: ReadonlyArray<KeptExample> = []

/** What the draft made of the examples. */
interface Ran {
  readonly results: ReadonlyMap<KeptExample, EvaluationResult>
  readonly form: FormParts
  /** Undefined where the worker did not answer. */
  readonly coverage: CoverageFound | undefined
}

const nothingRan: Ran = { results: new Map(), form: { fields: [], sections: [] }, coverage: undefined }

const ran = (example: KeptExample, result: EvaluationResult | undefined, fields: ReadonlyArray<Field>): RunExample => {
  const expected =
    result === undefined ? [] : findingsOf(example.expect, result, { fields, data: JSON.parse(example.data) })
  return { example, result, expected, isMet: result === undefined ? undefined : expected.every(({ isMet }) => isMet) }
}

/** Runs them again whenever another form runs. Only what they give is drawn: another form alone draws nothing. */
const useResults = ({ engine }: Authoring, examples: ReadonlyArray<KeptExample>) => {
  const [found, setFound] = useState(nothingRan)
  useEffect(() => {
    if (examples.length === 0) return undefined
    let form: PreparedForm | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async (of: PreparedForm): Promise<void> => {
      const day = dateIn(of.timeZone, new Date())
      const payloads = examples.map(({ data, today = day }) => ({ data, today }))
      const given = (await engine.ask("results", { payloads })) ?? []
      const coverage = (await engine.ask("coverage", { payloads })) ?? undefined
      const entries = examples.flatMap((example, index) => {
        const result = given[index] ?? undefined
        return result === undefined ? [] : [[example, result] as const]
      })
      const parts = { fields: of.fields.map(({ field }) => field), sections: of.sections }
      if (of === form) setFound({ results: new Map(entries), form: parts, coverage })
    }
    const follow = (): void => {
      const now = engine.getSnapshot().prepared?.form
      if (now === form) return
      form = now
      clearTimeout(timer)
      if (now !== undefined) timer = setTimeout(() => void run(now), PAUSE_MILLIS)
    }
    follow()
    const unsubscribe = engine.subscribe(follow)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      form = undefined
    }
  }, [engine, examples])
  return found
}

export const useExamples = (authoring: Authoring, formId: string) => {
  const query = useQuery(examplesQuery(formId))
  const examples = query.data?.examples ?? none
  const { coverage, form, results } = useResults(authoring, examples)
  const runs = useMemo(
    () => examples.map((example) => ran(example, results.get(example), form.fields)),
    [examples, results, form]
  )
  return {
    query,
    runs,
    form,
    coverage: examples.length === 0 ? undefined : coverage,
    failed: runs.filter(({ isMet }) => isMet === false).length
  }
}
