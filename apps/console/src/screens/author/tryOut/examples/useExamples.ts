/** The form's examples, and what each gives with the draft as it is now. */
import { useQuery } from "@tanstack/react-query"
import type { EvaluationResult } from "@formwork/rules/Evaluation"
import { useEffect, useMemo, useState } from "react"
import { examplesQuery, type KeptExample } from "../../../../api/examples.ts"
import type { Authoring } from "../../authoring/Authoring.ts"
import { dateIn } from "../../engine/dateIn.ts"
import type { PreparedForm } from "../../engine/EngineClient.ts"
import { type Expected, expectedOf } from "./expected.ts"

/** Keys that follow each other are one run. */
const PAUSE_MILLIS = 150

export interface RunExample {
  readonly example: KeptExample
  /** Undefined until it has run, and while no form runs. */
  readonly result: EvaluationResult | undefined
  readonly expected: ReadonlyArray<Expected>
  readonly isMet: boolean | undefined
}

const none: ReadonlyArray<KeptExample> = []

const ran = (example: KeptExample, result: EvaluationResult | undefined): RunExample => {
  const expected = result === undefined ? [] : expectedOf(example.expect, result)
  return { example, result, expected, isMet: result === undefined ? undefined : expected.every(({ isMet }) => isMet) }
}

/** Runs them again whenever another form runs. Only what they give is drawn: another form alone draws nothing. */
const useResults = ({ engine }: Authoring, examples: ReadonlyArray<KeptExample>) => {
  const [results, setResults] = useState<ReadonlyMap<KeptExample, EvaluationResult>>(new Map())
  useEffect(() => {
    if (examples.length === 0) return undefined
    let form: PreparedForm | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async (of: PreparedForm): Promise<void> => {
      const day = dateIn(of.timeZone, new Date())
      const payloads = examples.map(({ data, today = day }) => ({ data, today }))
      const found = (await engine.ask("results", { payloads })) ?? []
      const entries = examples.flatMap((example, index) => {
        const result = found[index] ?? undefined
        return result === undefined ? [] : [[example, result] as const]
      })
      if (of === form) setResults(new Map(entries))
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
  return results
}

export const useExamples = (authoring: Authoring, formId: string) => {
  const query = useQuery(examplesQuery(formId))
  const examples = query.data?.examples ?? none
  const results = useResults(authoring, examples)
  const runs = useMemo(() => examples.map((example) => ran(example, results.get(example))), [examples, results])
  return { query, runs, failed: runs.filter(({ isMet }) => isMet === false).length }
}
