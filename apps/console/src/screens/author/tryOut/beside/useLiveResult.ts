/** What the live version gives for what is filled in; undefined until it has run, null where it cannot. */
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { liveDefinitionQuery } from "../../../../api/drafts.ts"
import type { Authoring } from "../../authoring/Authoring.ts"
import type { LiveEvaluated } from "../../engine/Protocol.ts"
import type { TryOutStore } from "../TryOutStore.ts"
import { useTryOut } from "../useTryOut.ts"

/** Keys that follow each other are one run. */
const PAUSE_MILLIS = 80

export const useLiveResult = (authoring: Authoring, store: TryOutStore, formId: string) => {
  const { data: definition } = useQuery(liveDefinitionQuery(formId))
  const { isComplete, payload: data, today } = useTryOut(store)
  const [found, setFound] = useState<LiveEvaluated | null>()
  useEffect(() => {
    if (typeof definition !== "string" || today === "") return undefined
    let isOver = false
    const run = async (): Promise<void> => {
      const answer = await authoring.engine.ask("live", { data, today, draft: !isComplete })
      if (!isOver && answer !== undefined) setFound(answer)
    }
    const timer = setTimeout(() => void run(), PAUSE_MILLIS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [authoring, data, definition, isComplete, today])
  return { definition, found }
}
