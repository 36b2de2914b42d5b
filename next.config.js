// @ts-check
process.env.NEXT_TELEMETRY_DISABLED = '1'

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true }, // `npm run check` has already asked the compiler, with every test included
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ['koffi', 'execa'],
}

export default config
