/** The person or the key that did something, by name; a key leads to its page. */
import type { Actor } from "@formwork/client/contract"
import { Link } from "@tanstack/react-router"
import { Foreign } from "../../../parts/Foreign.tsx"
import styles from "./keys.module.css"

export const ActorName = ({ actor }: { readonly actor: Actor }) => (
  <span className={`${styles.maker ?? ""} ${styles.long ?? ""}`}>
    {actor.kind === "key" ? (
      <Link to="/settings/keys/$keyId" params={{ keyId: actor.id }}>
        <Foreign text={actor.name} isName />
      </Link>
    ) : (
      <Foreign text={actor.name} isName />
    )}
  </span>
)
