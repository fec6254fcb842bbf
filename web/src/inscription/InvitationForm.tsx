import { CHAMPS_INVITATION } from '@releve/contract/inscription/inscription.champs.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { useCodification } from '../codification/codification.queries.ts'
import { useToutesStructures } from '../structure/structure.queries.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { enCorps, videDe } from '../ui/conversion.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import { type Fautes, fauteDe } from '../ui/saisie.ts'
import { useForme } from '../ui/useForme.ts'
import { type CorpsInvitation, useInviter } from './inscription.queries.ts'
import { textesInvitations } from './invitations.textes.ts'

const t = textesInvitations.fiche
const c = CHAMPS_INVITATION

export const VIDE = videDe(c, {})
export type SaisieInvitation = typeof VIDE

const codeDe = (code: string): string => code.trim().toUpperCase()

/** The structure of this code among those known, if it exists. */
export const existanteDe = ({ code }: SaisieInvitation, structures: readonly Structure[]) =>
  structures.find((structure) => structure.code === codeDe(code))

/**
 * What the table cannot say. An existing structure keeps its record: only its code and the address
 * are looked at.
 */
export const fautesPropres =
  (structures: readonly Structure[]) =>
  (saisie: SaisieInvitation): Fautes => {
    const existante = existanteDe(saisie, structures)
    const fermee = existante?.etat === 'FERMEE' ? t.fautes.fermee : null
    const code = fauteDe(c.code, codeDe(saisie.code)) ?? fermee
    if (!existante) return { code }
    return {
      ...Object.fromEntries(Object.keys(VIDE).map((nom) => [nom, null])),
      code,
      email: fauteDe(c.email, saisie.email),
    }
  }

/** Where a refusal belongs that names no field of its own. */
export const PAR_CODE = {
  STRUCTURE_DEJA_INSCRITE: 'code',
  STRUCTURE_NON_INVITABLE: 'code',
} as const

/** What is sent: an existing structure as it is, a new one as it was entered. */
export function corpsDe(saisie: SaisieInvitation, existante?: Structure): CorpsInvitation {
  const { dateOuverture, ...corps } = enCorps(c, saisie)
  if (existante) {
    const { code, libelle, typeStructure, region, parent } = existante
    const { email } = corps
    return { code, libelle, typeStructure, region, parent: parent?.code ?? null, email }
  }
  return { ...corps, code: codeDe(saisie.code), ...(dateOuverture && { dateOuverture }) }
}

const actifs = (valeurs: readonly { code: string; libelle: string; actif: boolean }[]) =>
  valeurs.filter(({ actif }) => actif)

const PROPRES = {
  code: { autoCapitalize: 'characters', spellCheck: false },
  libelle: { place: 'ui-plein' },
  parent: { vide: t.sansParent },
}
const NOUVELLE = [
  'libelle',
  'typeStructure',
  'region',
  'parent',
  'responsable',
  'capacite',
  'dateOuverture',
] as const

type Props = {
  /** Of the structure to invite, when it is known. */
  code?: string
  onFermer: () => void
}

/** « Inviter une structure »: a new one, or one that has no account yet. */
export function InvitationForm({ code = '', onFermer }: Props) {
  const { data: structures = [] } = useToutesStructures()
  const { data: types = [] } = useCodification('TYPE_STRUCTURE')
  const { data: regions = [] } = useCodification('REGION')
  const { forme, envoi } = useForme(
    {
      champs: c,
      lue: null,
      saisieDe: () => ({ ...VIDE, code }),
      fautes: fautesPropres(structures),
      parCode: PAR_CODE,
    },
    useInviter(),
  )
  const { saisie } = forme
  const existante = existanteDe(saisie, structures)
  const dessin = {
    forme,
    aides: t.aides,
    options: {
      typeStructure: actifs(types),
      region: actifs(regions),
      parent: structures
        .filter(({ typeStructure, etat }) => typeStructure === 'DR' && etat !== 'FERMEE')
        .map((une) => ({ code: une.code, libelle: `${une.libelle} (${une.code})` })),
    },
    propres: PROPRES,
  }
  const onSoumettre = () =>
    envoi.soumettre(() => corpsDe(saisie, existante), { onSuccess: onFermer })
  return (
    <Fiche
      titre={textesInvitations.inviter}
      textes={t}
      bouton={t.envoyer}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <Groupe {...dessin} legende={t.qui} champs={['code', 'email']}>
        <div className="ui-plein" role="status">
          {existante && existante.etat !== 'FERMEE' && (
            <Alerte gravite="info">{t.existante(existante.libelle)}</Alerte>
          )}
        </div>
      </Groupe>
      {/* What only a structure that does not exist yet is asked. */}
      {!existante && <Groupe {...dessin} legende={t.structure} champs={NOUVELLE} />}
    </Fiche>
  )
}
