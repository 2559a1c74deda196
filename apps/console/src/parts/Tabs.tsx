/** Views of one thing beside each other. */
import type { ReactNode } from "react"
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs"
import styles from "./Tabs.module.css"

interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: ReadonlyArray<{ readonly id: Id; readonly label: ReactNode; readonly content: ReactNode }>
  readonly chosen: Id
  readonly onChoose: (chosen: Id) => void
}

export const Tabs = <Id extends string>({ chosen, label, onChoose, tabs }: TabsProps<Id>) => (
  <AriaTabs
    className={styles.tabs ?? ""}
    selectedKey={chosen}
    onSelectionChange={(key) => {
      const tab = tabs.find(({ id }) => id === key)
      if (tab !== undefined) onChoose(tab.id)
    }}
  >
    <TabList aria-label={label} className={styles.list ?? ""}>
      {tabs.map((tab) => (
        <Tab key={tab.id} id={tab.id} className={styles.tab ?? ""}>
          {tab.label}
        </Tab>
      ))}
    </TabList>
    {tabs.map((tab) => (
      <TabPanel key={tab.id} id={tab.id} className={styles.panel ?? ""}>
        {tab.content}
      </TabPanel>
    ))}
  </AriaTabs>
)
