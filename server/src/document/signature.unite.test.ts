import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { describe, expect, it } from 'vitest'
import { refusDe } from './signature.banc.ts'

/** Keys, instant and signatures of the examples that AWS publishes (« sig-v4-header-based-auth »). */
const AWS = {
  cle: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const LE = new Date('2013-05-24T00:00:00Z')
const VIDE = createHash('sha256').update('').digest('hex')
const CORPS = createHash('sha256').update('Welcome to Amazon S3.').digest('hex')
const DE_BASE = 'host;x-amz-content-sha256;x-amz-date'

type Exemple = [
  nom: string,
  method: string,
  url: string,
  signes: string,
  signature: string,
  autres?: Record<string, string>,
]
const EXEMPLES: Exemple[] = [
  [
    'la lecture d’un morceau d’objet',
    'GET',
    '/test.txt',
    'host;range;x-amz-content-sha256;x-amz-date',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    { range: 'bytes=0-9' },
  ],
  [
    'le dépôt d’un objet',
    'PUT',
    '/test%24file.text',
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': CORPS,
    },
  ],
  [
    'un paramètre sans valeur',
    'GET',
    '/?lifecycle',
    DE_BASE,
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'la liste d’un seau',
    'GET',
    '/?max-keys=2&prefix=J',
    DE_BASE,
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

const demandeDe = ([, method, url, signes, signature, autres]: Exemple) => ({
  method,
  url,
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': VIDE,
    ...autres,
    authorization: `AWS4-HMAC-SHA256 Credential=${AWS.cle}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signes},Signature=${signature}`,
  },
})

describe('la signature d’un appel à un dépôt S3', () => {
  it.each(EXEMPLES)('est celle que publie AWS pour %s', (...exemple) => {
    const demande = demandeDe(exemple)
    expect(refusDe(demande, AWS, LE)).toBeNull()
    expect(refusDe({ ...demande, url: `${demande.url}x` }, AWS, LE)).toBe('SignatureDoesNotMatch')
    expect(refusDe({ ...demande, method: 'DELETE' }, AWS, LE)).toBe('SignatureDoesNotMatch')
    const autre = { ...AWS, secret: `${AWS.secret}x` }
    expect(refusDe(demande, autre, LE)).toBe('SignatureDoesNotMatch')
    const tard = new Date(LE.getTime() + 16 * 60_000)
    expect(refusDe(demande, AWS, tard)).toBe('RequestTimeTooSkewed')
    const headers = { ...demande.headers, authorization: '' }
    expect(refusDe({ ...demande, headers }, AWS, LE)).toBe('AccessDenied')
  })

  it('est faite de même par ce qui signe nos appels', async () => {
    const { cle, secret, region } = AWS
    const client = new AwsClient({
      accessKeyId: cle,
      secretAccessKey: secret,
      service: 's3',
      region,
    })
    for (const [, method, url, signes, signature, autres] of EXEMPLES) {
      const { headers } = await client.sign(`https://examplebucket.s3.amazonaws.com${url}`, {
        method,
        headers: { 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': VIDE, ...autres },
        aws: { allHeaders: true, datetime: '20130524T000000Z' },
      })
      const dite = headers.get('authorization')
      expect([url, dite]).toEqual([url, expect.stringContaining(`SignedHeaders=${signes}, `)])
      expect([url, dite]).toEqual([url, expect.stringContaining(`Signature=${signature}`)])
    }
  })
})
