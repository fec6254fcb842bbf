import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/route.ts'
import type { Texte } from '../platform/statique.ts'
import { findNotices } from './configuration.ts'

/** How long the contact is said to hold: RFC 9116 asks for less than a year. */
const VALIDITE_JOURS = 180

type SourceTextes = { db: Db; config: Config; maintenant: () => Date }

/** What search engines may read: the public pages. */
const robotsDe = ({ prefixe }: Config) =>
  ['User-agent: *', `Disallow: ${prefixe}/`, 'Disallow: /auth/', 'Disallow: /dashboard', ''].join(
    '\n',
  )

/** At midnight, so that the file does not change within a day. */
function expirationDe(maintenant: Date): string {
  const le = new Date(maintenant)
  le.setUTCHours(0, 0, 0, 0)
  le.setUTCDate(le.getUTCDate() + VALIDITE_JOURS)
  return le.toISOString().replace('.000', '')
}

/** Where to report a weakness, as RFC 9116 writes it; null where nobody was named. */
async function securiteDe({ db, config, maintenant }: SourceTextes): Promise<string | null> {
  const { mentions } = await findNotices(db)
  if (mentions.securiteEmail === '') return null
  const { urlPublique } = config
  // The standard takes no other than https addresses.
  const canonique = urlPublique?.startsWith('https:')
    ? [`Canonical: ${new URL('/.well-known/security.txt', urlPublique).href}`]
    : []
  const adresse = mentions.securiteEmail.split('@').map(encodeURIComponent).join('@')
  return [
    `Contact: mailto:${adresse}`,
    `Expires: ${expirationDe(maintenant())}`,
    'Preferred-Languages: fr',
    ...canonique,
    '',
  ].join('\n')
}

/** The texts that programs look for at fixed addresses, outside the API. */
export function createTextesPublics(demande: SourceTextes): Record<string, Texte> {
  return {
    '/robots.txt': async () => robotsDe(demande.config),
    '/.well-known/security.txt': () => securiteDe(demande),
  }
}
