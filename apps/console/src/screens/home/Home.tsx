/** The first screen behind the door: what waits for the person, and the first steps. */
import { useMessages } from "../../messages/useMessages.ts"
import { Page } from "../../parts/Page.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { Needs } from "./Needs.tsx"
import { WeekByForm } from "./WeekByForm.tsx"
import styles from "./Home.module.css"

export const Home = () => {
  const { home } = useMessages()
  return (
    <Page title={home.title}>
      <div className={styles.sections}>
        <Needs />
        <WeekByForm />
        <FirstSteps />
      </div>
    </Page>
  )
}
