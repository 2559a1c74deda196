/** Where a person is in a form of several pages. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { PageView } from "../../FieldView.ts"
import { type Filler, useFiller, useForm } from "../Filler.ts"

const pointersOf = ({ sections }: PageView): ReadonlyArray<string> => sections.flatMap(({ fields }) => fields)

/** The page itself; where it is hidden, the one before it that is shown, or else the first one. */
const shownAt = (pages: ReadonlyArray<PageView>, wanted: number): number => {
  const before = pages.findLastIndex(({ shown }, index) => shown && index <= wanted)
  return before >= 0
    ? before
    : Math.max(
        0,
        pages.findIndex(({ shown }) => shown)
      )
}

export interface Steps {
  readonly page: PageView
  /** Counted from 1, among the pages that are shown. */
  readonly number: number
  readonly count: number
  readonly isLast: boolean
  /** Whether the person could not go on from this page. */
  readonly isStopped: boolean
  readonly back: () => void
  /** Goes on, unless a field of the page has a problem: then every one of them is seen, and their summary gets the focus. */
  readonly next: () => void
}

const nothing: PageView = { sections: [], shown: true }

const focusLater = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus())

/** The page of a field, once another part of the form leads to it. */
const useWay = ({ way }: Filler, pages: ReadonlyArray<PageView>, go: (page: number) => void): void =>
  useLayoutEffect(() => {
    way.to = (pointer) => {
      const page = pages.findIndex((one) => pointersOf(one).some((field) => `${pointer}/`.startsWith(`${field}/`)))
      if (page >= 0) go(page)
    }
    return () => {
      way.to = undefined
    }
  })

export const useSteps = (): Steps => {
  const filler = useFiller()
  const { session } = filler
  const { pages } = useForm()
  const [wanted, setWanted] = useState(0)
  const [stoppedAt, setStoppedAt] = useState<number>()
  const at = shownAt(pages, wanted)
  const page = pages[at] ?? nothing
  const shown = pages.flatMap((one, index) => (one.shown ? [index] : []))
  useWay(filler, pages, setWanted)
  // Another form is another filling.
  const first = useRef(session)
  useEffect(() => {
    if (first.current === session) return
    first.current = session
    setWanted(0)
    setStoppedAt(undefined)
  }, [session])
  const go = (to: number | undefined): void => {
    if (to === undefined) return
    setWanted(to)
    setStoppedAt(undefined)
    focusLater(`${filler.prefix}--step`)
  }
  return {
    page,
    number: shown.indexOf(at) + 1,
    count: shown.length,
    isLast: shown.at(-1) === at || shown.length === 0,
    isStopped: stoppedAt === at,
    back: () => go(shown.findLast((index) => index < at)),
    next: () => {
      if (session.attemptFields(pointersOf(page))) return go(shown.find((index) => index > at))
      setStoppedAt(at)
      focusLater(`${filler.prefix}--summary`)
    }
  }
}
