/** The areas of the console. One is left out where the person may see nothing in it. */
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../messages/useMessages.ts"
import { usePlaces } from "./places.tsx"
import styles from "./Navigation.module.css"

export const Navigation = ({ onNavigate }: { readonly onNavigate: () => void }) => {
  const { shell } = useMessages()
  return (
    <nav className={styles.navigation} aria-label={shell.navigation}>
      {usePlaces().map(({ label, places }) => (
        <div key={label ?? ""} className={styles.group}>
          {label !== undefined && <h2 className={styles.label}>{label}</h2>}
          <ul className={styles.list}>
            {places.map((place) => (
              <li key={place.to}>
                <Link
                  to={place.to}
                  className={styles.link ?? ""}
                  activeOptions={{ exact: place.to === "/" }}
                  onClick={onNavigate}
                >
                  {place.icon}
                  {place.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
