import S3rver from 's3rver'

/** A real S3 server of this machine, with one bucket of that name, not yet listening. */
export function createSeau(nom: string, directory: string, port = 0): S3rver {
  const configureBuckets = [{ name: nom, configs: [] }]
  return new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets })
}
