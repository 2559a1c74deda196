/** The examples that are kept with a form, their payloads as texts: what an author typed is sent as it is. */
import type { Expectation } from "@formwork/rules/Expectation"
import type { FormExample, FormExamples, Submission } from "@formwork/client/contract"
import { createFormwork } from "@formwork/client/Formwork"
import { isRefusal } from "@formwork/client/FormworkError"
import { queryOptions } from "@tanstack/react-query"
import { api, ofThisPage } from "./api.ts"
import { queries } from "./queries.ts"

export type { Expectation }

export interface KeptExample {
  readonly name: string
  /** JSON of an object. */
  readonly data: string
  /** `YYYY-MM-DD`; the day of the run if left out. */
  readonly today?: string
  readonly expect: Expectation
}

export interface KeptExamples {
  readonly revision: number
  readonly examples: ReadonlyArray<KeptExample>
}

const keptOne = ({ data, expect, ...others }: FormExample): KeptExample => ({
  ...others,
  data: JSON.stringify(data),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read from JSON, which the client's types leave open
  expect: expect as Expectation
})

const kept = ({ examples, revision }: FormExamples): KeptExamples => ({ revision, examples: examples.map(keptOne) })

export const examplesQuery = (formId: string) =>
  queryOptions({
    queryKey: ["form", formId, "examples"],
    queryFn: async ({ signal }) => kept((await api.examples.get({ formId }, { signal })).body)
  })

const written = ({ data, ...others }: KeptExample): string => {
  const members = JSON.stringify(others)
  return `${members.slice(0, -1)},"data":${data}}`
}

const save = async (formId: string, examples: ReadonlyArray<KeptExample>, revision: number): Promise<KeptExamples> => {
  const client = createFormwork({
    baseUrl: location.origin,
    fetch: (input, init) => ofThisPage(input, { ...init, body: `{"examples":[${examples.map(written).join(",")}]}` }),
    retries: { attempts: 1 }
  })
  const { body } = await client.examples.save({ formId, ifMatch: `"${revision}"`, body: { examples: [] } })
  return kept(body)
}

type Change = (examples: ReadonlyArray<KeptExample>) => ReadonlyArray<KeptExample>

/** Changes the list of a form's examples. Where another person has changed it meanwhile, it is read again and changed as they left it. */
export const changeExamples = async (formId: string, change: Change): Promise<void> => {
  const query = examplesQuery(formId)
  const attempt = async (isAgain: boolean): Promise<KeptExamples> => {
    const known = await queries.fetchQuery({ ...query, staleTime: isAgain ? 0 : Infinity, retry: false })
    try {
      return await save(formId, change(known.examples), known.revision)
    } catch (error) {
      if (isAgain || !isRefusal(error, "CONFLICT")) throw error
      return attempt(true)
    }
  }
  queries.setQueryData(query.queryKey, await attempt(false))
}

/** Puts a submission with the cases of its form, as what its version gave for it, under a name. */
export const keepSubmission = async (
  { formId, id: submissionId }: Pick<Submission, "formId" | "id">,
  name: string
): Promise<void> => {
  const { body } = await api.submissions.example({ submissionId })
  await changeExamples(formId, (all) => [...all, { ...keptOne(body), name }])
}
