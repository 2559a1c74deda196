/** Every part in every state, for developers and for a test that looks at all of them. */
import { Page } from "../../parts/Page.tsx"
import { Controls } from "./Controls.tsx"
import { Grids } from "./Grids.tsx"
import { Overlays } from "./Overlays.tsx"
import { Shown } from "./Shown.tsx"
import { Views } from "./Views.tsx"
import styles from "./Parts.module.css"

export const Parts = () => (
  <main className={styles.parts} aria-label="Parts">
    <Shown part="Page">
      <Page title="Parts" description="Every part in every state." width="whole">
        {null}
      </Page>
    </Shown>
    <Controls />
    <Views />
    <Grids />
    <Overlays />
  </main>
)
