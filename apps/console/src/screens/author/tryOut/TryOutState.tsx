/** How what is filled in stands: what is missing and wrong, which outcomes it raises, and what is not in the try-out. */
import type { FormSession } from "@formwork/form/FormSession"
import { useCallback, useSyncExternalStore } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import { LeftOutList } from "./LeftOutList.tsx"
import { Outcomes } from "./Outcomes.tsx"
import styles from "./TryOutHead.module.css"
import type { TryOutStore } from "./TryOutStore.ts"
import { useTryOut } from "./useTryOut.ts"

interface TryOutStateProps {
  readonly authoring: Authoring
  readonly store: TryOutStore
}

/** What the form shows as wrong now: while it is filled in, that is what was left, and not what a person has not come to yet. */
const useWrong = (store: TryOutStore): FormSession["wrong"] => {
  const { session } = useTryOut(store)
  const form = useSyncExternalStore(
    useCallback((listener) => session?.subscribe("", listener) ?? (() => undefined), [session]),
    () => session?.form
  )
  return form?.problems.filter(({ code }) => code !== "required") ?? []
}

/** What is missing and what is wrong: this changes at most keys, and what stands beside it does not. */
const Standing = ({ authoring, store }: TryOutStateProps) => {
  const { tryOut } = useMessages()
  const isThere = useEngine(authoring, ({ evaluated }) => evaluated !== undefined)
  const missing = useEngine(authoring, ({ evaluated }) => evaluated?.missing.length ?? 0)
  const wrong = useWrong(store)
  const isOfForm = ({ pointer }: FormSession["wrong"][number]) => pointer === "/data"
  const ofForm = [...new Set(wrong.filter(isOfForm).map(({ message }) => message))]
  const goThere = () => wrong.some(({ pointer }) => authoring.focusControl?.(pointer.slice("/data".length)) === true)
  return (
    <div className={styles.standing} role="status">
      {isThere && (
        <p className={styles.line}>
          <Badge tone={missing === 0 ? "ok" : "info"}>{tryOut.missing({ n: missing })}</Badge>
          {wrong.every(isOfForm) ? (
            <Badge tone={wrong.length === 0 ? "ok" : "error"}>{tryOut.wrong({ n: wrong.length })}</Badge>
          ) : (
            <Button size="small" look="plain" onPress={goThere}>
              <Badge tone="error">{tryOut.wrong({ n: wrong.length })}</Badge>
            </Button>
          )}
        </p>
      )}
      {/* No field shows them, and the form itself only once somebody means to send it. */}
      {isThere &&
        ofForm.map((message) => (
          <p key={message} className={styles.wrong}>
            <Foreign text={message} />
          </p>
        ))}
    </div>
  )
}

export const TryOutState = ({ authoring, store }: TryOutStateProps) => (
  <div className={styles.head}>
    <Standing authoring={authoring} store={store} />
    <Outcomes authoring={authoring} />
    <LeftOutList authoring={authoring} />
  </div>
)
