/** The person or the key that did something, by name, which leads to their page. */
import type { Actor } from "@formwork/client/contract"
import { Link } from "@tanstack/react-router"
import { useMay } from "../../../api/me.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import styles from "./keys.module.css"

export const ActorName = ({ actor: { id, kind, name } }: { readonly actor: Actor }) => {
  const mayRead = { user: useMay("user:read"), key: useMay("apikey:read") }
  const shown = <Foreign text={name} isName />
  return (
    <span className={`${styles.maker ?? ""} ${styles.long ?? ""}`}>
      {!mayRead[kind] && shown}
      {mayRead[kind] && kind === "key" && (
        <Link to="/settings/keys/$keyId" params={{ keyId: id }}>
          {shown}
        </Link>
      )}
      {mayRead[kind] && kind === "user" && (
        <Link to="/settings/people/$userId" params={{ userId: id }}>
          {shown}
        </Link>
      )}
    </span>
  )
}
