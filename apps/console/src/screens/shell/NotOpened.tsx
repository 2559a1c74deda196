/** In the place of a screen whose first call, or whose script, failed. */
import { FormworkError, FormworkUnreachable } from "@formwork/client/FormworkError"
import { useMutation } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { Failed } from "../../parts/States.tsx"
import styles from "./NotOpened.module.css"

const isOfCall = (error: unknown): boolean => error instanceof FormworkError || error instanceof FormworkUnreachable

/** A script that could not be fetched is fetched again by a page that begins anew alone. It begins once the server answers. */
const beginAnew = async (): Promise<void> => {
  await fetch(location.href, { method: "HEAD", cache: "no-store" })
  location.reload()
}

export const NotOpened = ({ error }: { readonly error: unknown }) => {
  const router = useRouter()
  // What the boundary's own `reset` would do is show the same failure: it asks for nothing.
  const again = useMutation({ mutationFn: () => (isOfCall(error) ? router.invalidate() : beginAnew()) })
  return (
    <div className={styles.notOpened}>
      <Failed error={error} isTrying={again.isPending} onRetry={again.mutate} />
    </div>
  )
}
