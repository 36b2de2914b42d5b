import type { Metadata } from 'next'
import { SignInPage } from '../../components/sign-in/sign-in-page.tsx'

export const metadata: Metadata = { title: 'Sign in' }

export default function SignIn() {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-lg px-4 pt-[14vh] pb-16 outline-none">
      <SignInPage />
    </main>
  )
}
