/** How what is filled in stands: what is missing and wrong, which outcomes it raises, and what is not in the try-out. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import type { Evaluated } from "../engine/Protocol.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import { LeftOutList } from "./LeftOutList.tsx"
import { Outcomes } from "./Outcomes.tsx"
import styles from "./TryOutHead.module.css"

const wrongIn = (evaluated: Evaluated | undefined): number =>
  evaluated?.result.problems.filter(({ code }) => code !== "required").length ?? 0

/** What is missing and what is wrong: this changes at most keys, and what stands beside it does not. */
const Standing = ({ authoring }: { readonly authoring: Authoring }) => {
  const { tryOut } = useMessages()
  const isThere = useEngine(authoring, ({ evaluated }) => evaluated !== undefined)
  const missing = useEngine(authoring, ({ evaluated }) => evaluated?.missing.length ?? 0)
  const wrong = useEngine(authoring, ({ evaluated }) => wrongIn(evaluated))
  return (
    <p className={styles.line} role="status">
      {isThere && (
        <>
          <Badge tone={missing === 0 ? "ok" : "info"}>{tryOut.missing({ n: missing })}</Badge>
          <Badge tone={wrong === 0 ? "ok" : "error"}>{tryOut.wrong({ n: wrong })}</Badge>
        </>
      )}
    </p>
  )
}

export const TryOutState = ({ authoring }: { readonly authoring: Authoring }) => (
  <div className={styles.head}>
    <Standing authoring={authoring} />
    <Outcomes authoring={authoring} />
    <LeftOutList authoring={authoring} />
  </div>
)
