import { Layers } from 'lucide-react'
import Link from 'next/link'
import { ProblemView, type ShownProblem } from '../problem-view.tsx'
import { Page, PageTitle } from '../shell/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { createServiceHref } from '../links/service-href.ts'

/** What is as it should be: there only is no second image or container so far. */
const notYet: ReadonlySet<string> = new Set(['no-deploy', 'no-replicas', 'of-experiment'])

/** Why a question about a service has no answer yet. */
export function ServiceProblem({ title, service, problem }: { title: string; service: string; problem: ShownProblem }) {
  const ways = (
    <>
      {problem.code === 'not-found' ? null : <ButtonLink href={createServiceHref(service)}>Its profiles</ButtonLink>}
      <ButtonLink href="/">Choose a JVM</ButtonLink>
    </>
  )
  return (
    <Page>
      <PageTitle above={<Link href="/services">Services</Link>}>{title}</PageTitle>
      {notYet.has(problem.code) ? (
        <div data-problem={problem.code}>
          <EmptyState icon={<Layers size={24} aria-hidden />} title={problem.title}>
            <p className="text-muted">{problem.remedy}</p>
            <div className="flex flex-wrap gap-2">{ways}</div>
          </EmptyState>
        </div>
      ) : (
        <ProblemView problem={problem}>{ways}</ProblemView>
      )}
    </Page>
  )
}
