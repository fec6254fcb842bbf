// What the tests use of s3rver, which ships no types.
declare module 's3rver' {
  type Contexte = {
    req: import('node:http').IncomingMessage
    status: number
    type: string
    body: string
  }
  type Options = {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }
  export default class S3rver {
    constructor(options: Options)
    /** What each call goes through, in this order. */
    middleware: ((contexte: Contexte, suite: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
