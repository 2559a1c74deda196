/** What the palette finds in the organisation: forms, tables, submissions, keys and people, each for those who may read it. */
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { formsFoundQuery, submissionsFoundQuery } from "../../api/found.ts"
import { keysQuery } from "../../api/keys.ts"
import { useMay } from "../../api/me.ts"
import { peopleQuery } from "../../api/people.ts"
import { tablesQuery } from "../../api/tables.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { refusalSentence } from "../../parts/refusalSentence.ts"
import { useFailure } from "../../parts/useFailure.ts"
import { type Entry, type EntryGroup, matches, referenceIn } from "./Entry.ts"

const LEAST_CHARACTERS = 2
const MOST = 8

/** Tables, keys and people are read once for all texts that are typed within a minute. */
const listed = { staleTime: 60_000, retry: false, refetchOnWindowFocus: false } as const

interface Asked {
  readonly data: unknown
  readonly error: unknown
  readonly isFetching: boolean
  readonly errorUpdateCount: number
  readonly refetch: () => unknown
}

/** Why a kind could not be searched; choosing the line asks again. */
const useFailed = (id: string, label: string, query: Asked): ReadonlyArray<Entry> => {
  const { common, palette } = useMessages()
  const failure = useFailure(query)
  if (failure === undefined || query.data !== undefined) return []
  const why = refusalSentence(common, failure.error)
  return [
    {
      id: `failed ${id}`,
      label: failure.isTrying ? palette.asking({ label }) : palette.failed({ label, why }),
      hint: common.tryAgain,
      isForeign: true,
      stays: true,
      run: () => void query.refetch()
    }
  ]
}

const useForms = (text: string, isAsked: boolean) => {
  const { palette } = useMessages()
  const navigate = useNavigate()
  const query = useQuery({ ...formsFoundQuery(text), enabled: useMay("form:read") && isAsked })
  const failed = useFailed("forms", palette.forms, query)
  const found = query.data?.items.map(({ code, id: formId, title }): Entry => ({
    id: `form ${formId}`,
    label: title,
    hint: code,
    isForeign: true,
    run: () => void navigate({ to: "/forms/$formId", params: { formId } })
  }))
  const more = {
    id: "more forms",
    label: palette.allForms,
    run: () => void navigate({ to: "/forms", search: { text } })
  }
  const hasMore = query.data !== undefined && query.data.next !== null
  return { label: palette.forms, query, entries: [...(found ?? []), ...(hasMore ? [more] : []), ...failed] }
}

const useTables = (text: string, isAsked: boolean) => {
  const { palette } = useMessages()
  const navigate = useNavigate()
  const query = useQuery({ ...tablesQuery, ...listed, enabled: useMay("table:read") && isAsked })
  const failed = useFailed("tables", palette.tables, query)
  const found = query.data
    ?.filter(({ name }) => matches(text, name))
    .slice(0, MOST)
    .map(({ id, name: tableName }): Entry => ({
      id: `table ${id}`,
      label: tableName,
      isForeign: true,
      run: () => void navigate({ to: "/tables/$tableName", params: { tableName } })
    }))
  return { label: palette.tables, query, entries: [...(found ?? []), ...failed] }
}

const useSubmissions = (text: string, isAsked: boolean) => {
  const { palette } = useMessages()
  const navigate = useNavigate()
  const reference = referenceIn(text)
  const isWanted = isAsked && reference !== undefined
  const query = useQuery({ ...submissionsFoundQuery(reference ?? ""), enabled: useMay("submission:read") && isWanted })
  const failed = useFailed("submissions", palette.submissions, query)
  const found = query.data?.map(({ id: submissionId, referenceNumber, workflowState }): Entry => ({
    id: `submission ${submissionId}`,
    label: referenceNumber ?? submissionId,
    ...(workflowState === null ? {} : { hint: workflowState }),
    isForeign: true,
    run: () => void navigate({ to: "/submissions/$submissionId", params: { submissionId } })
  }))
  return { label: palette.submissions, query, entries: [...(found ?? []), ...failed] }
}

const useKeys = (text: string, isAsked: boolean) => {
  const { palette } = useMessages()
  const navigate = useNavigate()
  const query = useQuery({ ...keysQuery, ...listed, enabled: useMay("apikey:read") && isAsked })
  const failed = useFailed("keys", palette.keys, query)
  const found = query.data
    ?.filter(({ name }) => matches(text, name))
    .slice(0, MOST)
    .map(({ end, id: keyId, name }): Entry => ({
      id: `key ${keyId}`,
      label: name,
      ...(end === null || Date.parse(end.at) > Date.now() ? {} : { hint: palette.ended }),
      isForeign: true,
      run: () => void navigate({ to: "/settings/keys/$keyId", params: { keyId } })
    }))
  return { label: palette.keys, query, entries: [...(found ?? []), ...failed] }
}

const usePeople = (text: string, isAsked: boolean) => {
  const { palette } = useMessages()
  const navigate = useNavigate()
  const query = useQuery({ ...peopleQuery, ...listed, enabled: useMay("user:read") && isAsked })
  const failed = useFailed("people", palette.people, query)
  const found = query.data
    ?.filter(({ email, name }) => matches(text, name, email))
    .slice(0, MOST)
    .map(({ email, id: userId, name }): Entry => ({
      id: `person ${userId}`,
      label: name,
      hint: email,
      isForeign: true,
      run: () => void navigate({ to: "/settings/people/$userId", params: { userId } })
    }))
  return { label: palette.people, query, entries: [...(found ?? []), ...failed] }
}

interface Found {
  readonly groups: ReadonlyArray<EntryGroup>
  readonly isSearching: boolean
}

/**
 * @param typed in the field now.
 * @param text for which the server is asked: what was typed before the last pause. Its answers are shown only while the two are the same.
 */
export const useFound = (typed: string, text: string): Found => {
  const isCurrent = typed === text
  const isAsked = text.length >= LEAST_CHARACTERS && isCurrent
  const kinds = {
    forms: useForms(text, isAsked),
    tables: useTables(text, isAsked),
    submissions: useSubmissions(text, isAsked),
    keys: useKeys(text, isAsked),
    people: usePeople(text, isAsked)
  }
  const isOpen = ({ query }: (typeof kinds)[keyof typeof kinds]) => query.isFetching && query.data === undefined
  if (!isAsked) return { groups: [], isSearching: typed.length >= LEAST_CHARACTERS }
  const all = Object.entries(kinds)
  const waiting = all.findIndex(([, kind]) => isOpen(kind) && kind.entries.length === 0)
  return {
    // In their order, so that no answer moves the lines that are there already.
    groups: all
      .slice(0, waiting === -1 ? all.length : waiting)
      .map(([id, { entries, label }]) => ({ id, label, entries })),
    isSearching: Object.values(kinds).some(isOpen)
  }
}
