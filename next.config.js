// @ts-check
process.env.NEXT_TELEMETRY_DISABLED = '1'

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  reactCompiler: true,
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true }, // `npm run check` has already asked the compiler, with every test included
  turbopack: { root: import.meta.dirname },
  images: { unoptimized: true }, // no image route: nothing to optimise, and nothing is written while it runs
}

export default config
