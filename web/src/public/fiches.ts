import { nommerOrganisation } from '@releve/contract/parametre/organisation.champs.ts'
import type { Notices } from '@releve/contract/systeme/notices.api.ts'

/** A line of what a notice says: words, or words that lead to what they name. */
type Morceau = { texte: string; href?: string }
/** Null: the administration has not given it. Undefined: it is not known yet. */
export type Valeur = string | readonly Morceau[] | null | undefined

/** The lines that say something; null when none does. */
function lignes(...morceaux: Morceau[]): Valeur {
  const dits = morceaux.filter(({ texte }) => texte !== '')
  return dits.length > 0 ? dits : null
}

const telephone = (numero: string): Morceau => ({
  texte: numero && `Tél.\u00a0: ${numero}`,
  href: `tel:${numero.replace(/[^\d+]/g, '')}`,
})
const email = (adresse: string): Morceau => ({ texte: adresse, href: `mailto:${adresse}` })
const site = (adresse: string): Morceau => ({
  texte: adresse.replace(/^https?:\/\/|\/$/g, ''),
  href: adresse,
})

/** Who publishes; the organisation's own name where no other was given. */
export function editeurDe({ organisation, pays, mentions: m }: Notices): Valeur {
  const texte = m.editeurNom || nommerOrganisation({ organisation, pays })
  return lignes({ texte }, { texte: m.editeurAdresse }, telephone(m.editeurTelephone))
}

export const directeurDe = ({ mentions: m }: Notices) => lignes({ texte: m.directeurPublication })

export const hebergeurDe = ({ mentions: m }: Notices) =>
  lignes({ texte: m.hebergeurNom }, { texte: m.hebergeurAdresse }, telephone(m.hebergeurTelephone))

/** Whom to ask about one's own data. */
export const protectionDe = ({ mentions: m }: Notices) =>
  lignes({ texte: m.protectionNom }, email(m.protectionEmail), telephone(m.protectionTelephone))

/** To whom one complains when the answer does not satisfy. */
export const autoriteDe = ({ mentions: m }: Notices) =>
  lignes({ texte: m.autoriteNom }, { texte: m.autoriteAdresse }, site(m.autoriteSite))

export const auditDe = ({ mentions: m }: Notices) => lignes({ texte: m.accessibiliteAudit })
export const recoursDe = ({ mentions: m }: Notices) => lignes({ texte: m.accessibiliteRecours })
