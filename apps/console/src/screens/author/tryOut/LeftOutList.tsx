/** What is not in the try-out, because it has a fault. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import styles from "./LeftOutList.module.css"

export const LeftOutList = ({ authoring }: { readonly authoring: Authoring }) => {
  const { tryOut } = useMessages()
  const leftOut = useEngine(authoring, ({ prepared }) => prepared?.leftOut)
  const isNothing = useEngine(authoring, ({ prepared }) => prepared?.runs === 0)
  const isOlder = useEngine(authoring, ({ prepared }) => prepared !== undefined && prepared.runs < prepared.edition)
  if (leftOut === undefined) return null
  if (isOlder) return <Notice tone="warning">{isNothing ? tryOut.nothing : tryOut.older}</Notice>
  if (leftOut.length === 0) return null
  return (
    <Notice tone="warning" title={tryOut.leftOut.title({ n: leftOut.length })}>
      <ul className={styles.list}>
        {leftOut.map((one) => (
          <li key={one.pointer}>
            <Button size="small" look="plain" onPress={() => authoring.reveal(one)}>
              <code>{tryOut.leftOut.name(one)}</code>
            </Button>
            <Foreign text={one.why} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
