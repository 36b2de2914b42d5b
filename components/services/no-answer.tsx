import Link from 'next/link'
import { ProblemView, type ShownProblem } from '../problem-view.tsx'
import { Page, PageTitle } from '../shell/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { createServiceHref } from '../links/service-href.ts'

/** Why a question about a service has no answer yet. */
export function ServiceProblem({ title, service, problem }: { title: string; service: string; problem: ShownProblem }) {
  return (
    <Page>
      <PageTitle above={<Link href="/services">Services</Link>}>{title}</PageTitle>
      <ProblemView problem={problem}>
        {problem.code === 'not-found' ? null : <ButtonLink href={createServiceHref(service)}>Its profiles</ButtonLink>}
        <ButtonLink href="/">Choose a JVM</ButtonLink>
      </ProblemView>
    </Page>
  )
}
