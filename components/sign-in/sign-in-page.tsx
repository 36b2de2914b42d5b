'use client'
import { useEffect, useState } from 'react'
import { CommonProblem, isProblem } from '../../lib/errors/problem.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { ProblemView, type ShownProblem } from '../problem-view.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { giveStoredSessionKey, keepSessionKey } from '../api/session-key.ts'
import { describeNextPage, findSignInCode, keepNextPage, safeNextPath, takeNextPage } from './next-page.ts'

type Outcome =
  | { state: 'trying' }
  /** `next` is the page to go on to. */
  | { state: 'no-code'; next: string }
  /** `isSignedIn` is true where the browser is signed in all the same. */
  | { state: 'failed'; problem: ShownProblem; next: string; isSignedIn: boolean }

let attempt: Promise<Outcome> | undefined

/** Redeems the code in the address (`/sign-in#<code>`), which never leaves the browser but in this one request. */
export function SignInPage() {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'trying' })
  useEffect(() => {
    let shown: Promise<Outcome> | undefined
    const show = (latest: Promise<Outcome>) => {
      attempt = shown = latest
      void latest.then((result) => {
        if (shown === latest) setOutcome(result)
      })
    }
    // A link that is pasted into this tab changes only the hash: the browser does not load the page again.
    const followHash = () => {
      if (location.hash === '') return
      setOutcome({ state: 'trying' })
      show(signIn(location.hash.slice(1)))
    }
    // A code works once, and React runs effects twice in development.
    show(attempt ?? signIn(findSignInCode(location)))
    addEventListener('hashchange', followHash)
    return () => {
      shown = undefined
      removeEventListener('hashchange', followHash)
    }
  }, [])

  if (outcome.state === 'trying') {
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner />
        Signing in
      </p>
    )
  }
  if (outcome.state === 'failed' && outcome.isSignedIn) {
    return (
      <>
        <h1 className="mb-3 text-lg font-semibold">This browser is signed in already</h1>
        <ProblemView problem={{ ...outcome.problem, remedy: 'You need no other link here.' }}>
          {/* With its own state: the page that was open before may have another user's. */}
          <a className={buttonClass({ variant: 'primary' })} href={outcome.next}>
            Go to Hearth
          </a>
        </ProblemView>
      </>
    )
  }
  const waiting = describeNextPage(outcome.next)
  return (
    <>
      <h1 className="mb-3 text-lg font-semibold">Sign in to Hearth</h1>
      {waiting === null ? null : <p className="mb-3 font-medium">{waiting}</p>}
      {outcome.state === 'failed' ? (
        <ProblemView problem={leaveRemedyToPage(outcome.problem)} className="mb-5" />
      ) : null}
      <p className="mb-3 text-muted">
        Hearth has no passwords: a link that works once signs a browser in. An owner of this Hearth makes one under
        Settings
        {waiting === null
          ? '.'
          : ': ask the owner, or the person who sent you here. Open it in this tab, and it leads on to the profile.'}
      </p>
      <p className="mb-3 text-muted">
        On the host of Hearth, <code className="font-mono whitespace-nowrap">npm start</code> prints one. In its
        directory, this makes another:
      </p>
      <Command text="npx hearth sign-in" />
      <p className="mt-3 mb-3 text-muted">
        In a container that is called hearth, <code className="font-mono whitespace-nowrap">docker logs hearth</code>{' '}
        shows the first link, and this makes another:
      </p>
      <Command text="docker exec hearth node lib/command-line/main.ts sign-in" />
    </>
  )
}

/** The page says below how a link is made. */
function leaveRemedyToPage(problem: ShownProblem): ShownProblem {
  return problem.code === 'sign-in-link-spent' ? { ...problem, remedy: 'Each link works once. Make another.' } : problem
}

/** `code`: empty for none; then the hash of the address is that of the next page. */
async function signIn(code: string): Promise<Outcome> {
  const asked = new URLSearchParams(location.search).get('next')
  const kept = takeNextPage(sessionStorage, location.origin, Date.now())
  const hash = code === '' ? location.hash : ''
  const next = asked === null ? kept : safeNextPath(asked + hash, location.origin)
  try {
    if (code === '') {
      await giveStoredSessionKey()
      // A user who is signed in but came by a link on another site arrives here without the (strict) cookie.
      await callApi('/api/v1/session')
    } else {
      history.replaceState(null, '', location.pathname + location.search)
      const { key } = await callApi('/api/v1/session', {
        method: 'POST',
        body: { code },
        answer: 'signedIn',
      })
      await keepSessionKey(key)
      await assertKept()
    }
  } catch (error) {
    if (next !== '/') keepNextPage(sessionStorage, next, Date.now())
    if (code === '' && isProblem(error) && error.code === 'not-signed-in') return { state: 'no-code', next }
    const isSpent = isProblem(error) && error.code === 'sign-in-link-spent'
    return { state: 'failed', problem: asProblem(error), next, isSignedIn: isSpent && (await isSignedIn()) }
  }
  location.replace(next)
  return { state: 'trying' }
}

async function isSignedIn(): Promise<boolean> {
  try {
    await giveStoredSessionKey()
    await callApi('/api/v1/session')
    return true
  } catch {
    return false
  }
}

/** Checks that the browser sends the session. Throws: Problem `session-not-kept`. */
async function assertKept(): Promise<void> {
  try {
    await callApi('/api/v1/session')
  } catch (cause) {
    if (!isProblem(cause) || cause.code !== 'not-signed-in') throw cause
    throw new CommonProblem('session-not-kept', {}, { cause })
  }
}
