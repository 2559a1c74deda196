/** Two definitions of a form compared: in sentences, and on request in source. */
import { lazy, Suspense, useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Loading } from "../../../parts/States.tsx"
import { FaultList } from "../definition/FaultList.tsx"
import type { Comparison } from "../definition/useComparison.ts"
import { ChangeList } from "./ChangeList.tsx"
import styles from "./Compared.module.css"

const SourceMerge = lazy(async () => ({ default: (await import("./SourceMerge.tsx")).SourceMerge }))

export const Compared = ({ comparison }: { readonly comparison: Comparison }) => {
  const { changes: words } = useMessages()
  const [isSource, setSource] = useState(false)
  const { after, before, compared } = comparison
  return (
    <div className={styles.compared}>
      {compared.kind === "faults" ? (
        <>
          <Notice tone="warning">{words.faults({ n: compared.faults.length })}</Notice>
          <FaultList faults={compared.faults} />
        </>
      ) : (
        <ChangeList changes={compared.changes} />
      )}
      <div>
        <Button size="small" onPress={() => setSource(!isSource)}>
          {isSource ? words.hideSource : words.showSource}
        </Button>
      </div>
      {isSource && (
        <Suspense fallback={<Loading />}>
          <SourceMerge before={before} after={after} />
        </Suspense>
      )}
    </div>
  )
}
