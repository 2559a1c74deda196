/** The chain of a part, in the newest text that was checked; undefined until it is known. */
import { useEffect, useState } from "react"
import type { Authoring } from "../authoring/Authoring.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import { type Chain, chainOf } from "./chain.ts"

export const useChain = (authoring: Authoring, pointer: string): Chain | undefined => {
  const edition = useEngine(authoring, ({ checked }) => checked?.edition)
  const [chain, setChain] = useState<Chain>()
  useEffect(() => {
    let isOver = false
    void authoring.engine.ask("readings", {}).then((readings) => {
      if (!isOver && readings !== undefined) setChain(chainOf(readings, pointer))
    })
    return () => {
      isOver = true
    }
  }, [authoring, pointer, edition])
  return chain
}
