/** What a part reads and what reads it, as lists in lists. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import type { Chain, Link } from "./chain.ts"
import styles from "./Chain.module.css"
import { partName } from "./partName.ts"

interface LinksProps {
  readonly authoring: Authoring
  readonly links: ReadonlyArray<Link>
  /** Goes to a part; left out where nothing can be pressed. */
  readonly onGo?: ((pointer: string) => void) | undefined
}

const Links = ({ authoring, links, onGo }: LinksProps) => {
  const { chain: words } = useMessages().workspace
  return (
    <ul className={styles.links}>
      {links.map(({ isAgain, links: below, pointer }) => (
        <li key={pointer}>
          {onGo === undefined ? (
            <code>
              <Foreign text={partName(authoring, pointer)} />
            </code>
          ) : (
            <Button size="small" look="plain" onPress={() => onGo(pointer)}>
              <code>
                <Foreign text={partName(authoring, pointer)} />
              </code>
            </Button>
          )}
          {isAgain && <span className={styles.again}> {words.again}</span>}
          {below.length > 0 && <Links authoring={authoring} links={below} onGo={onGo} />}
        </li>
      ))}
    </ul>
  )
}

interface ChainTreeProps extends Omit<LinksProps, "links"> {
  readonly chain: Chain
}

export const ChainTree = ({ authoring, chain, onGo }: ChainTreeProps) => {
  const { chain: words } = useMessages().workspace
  return (
    <div className={styles.chain}>
      {(["reads", "readBy"] as const).map((way) => (
        <section key={way} aria-label={words[way]}>
          <h3 className={styles.way}>{words[way]}</h3>
          {chain[way].length === 0 ? (
            <p className={styles.again}>{words.nothing}</p>
          ) : (
            <Links authoring={authoring} links={chain[way]} onGo={onGo} />
          )}
        </section>
      ))}
    </div>
  )
}
