import { plusJours } from '@releve/contract/calendrier/calendrier.rules.ts'
import { jetonApi } from '@releve/contract/jeton/jeton.api.ts'
import {
  CHAMPS_JETON as c,
  DUREES_JETON,
  LIBELLES_USAGES,
} from '@releve/contract/jeton/jeton.champs.ts'
import {
  DROITS_DES_USAGES,
  USAGES_JETON,
  type UsageJeton,
} from '@releve/contract/jeton/jeton.rules.ts'
import type { Sent } from '@releve/contract/operation.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { appeler } from '../app/client.ts'
import { aDroit } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { useToutesStructures } from '../structure/structure.queries.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampListe, ChampTexte } from '../ui/ChampTexte.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import { useActe } from '../ui/useActe.ts'
import { useForme } from '../ui/useForme.ts'
import type { FormeDe } from '../ui/useSaisie.ts'
import { type MesJetons, useRelireJetons } from './jeton.queries.ts'
import { textesJeton } from './jeton.textes.ts'

const t = textesJeton.fiche

export const VIDE = {
  nom: '',
  usages: [] as readonly UsageJeton[],
  structures: [] as readonly string[],
  /** Words typed for another structure, that name none yet. */
  reste: '',
  jusquau: '',
  reseaux: '',
  password: '',
}
export type SaisieJeton = typeof VIDE

/** What the table cannot say. */
export const fautesPropres = ({ usages, reste }: SaisieJeton) => ({
  usages: usages.length > 0 ? null : c.usages.requis,
  structures: reste ? t.structureInconnue : null,
})

/** Where a refusal belongs that names no field of its own. */
const PAR_CODE = {
  ANCIEN_MOT_DE_PASSE_INCORRECT: 'password',
  FIN_JETON_INVALIDE: 'jusquau',
  USAGE_JETON_INTERDIT: 'usages',
  STRUCTURE_HORS_PERIMETRE: 'structures',
} as const

export const corpsDe = (saisie: SaisieJeton) => ({
  password: saisie.password,
  nom: saisie.nom,
  jusquau: saisie.jusquau,
  usages: [...saisie.usages],
  structures: [...saisie.structures],
  reseaux: saisie.reseaux.split(/[\s,;]+/).filter(Boolean),
})

function useCreerJeton() {
  const relire = useRelireJetons()
  return useActe(
    (body: Sent<typeof jetonApi.creerJeton.body>) => appeler(jetonApi.creerJeton, { body }),
    // It shows.
    { reussite: null, refus: 'place' },
    // What is sent holds a password, what comes a secret: nothing keeps them.
    { onSettled: relire, gcTime: 0 },
  )
}

/** What an account of these roles may have a program do. */
const usagesDe = (roles: readonly Role[]) =>
  USAGES_JETON.filter((usage) => DROITS_DES_USAGES[usage].every((droit) => aDroit(roles, droit)))

type PropsDuree = { forme: FormeDe<SaisieJeton>; aujourdhui: string; dureeMax: number }

/** Its last day: so many days from today, or a date. */
function Duree({ forme, aujourdhui, dureeMax }: PropsDuree) {
  const { saisie, lier, changer } = forme
  const proposees = DUREES_JETON.filter((n) => n <= dureeMax).map((n) => ({
    code: plusJours(aujourdhui, n),
    libelle: t.jours(n),
  }))
  const choisie = proposees.some(({ code }) => code === saisie.jusquau) ? saisie.jusquau : ''
  return (
    <>
      {proposees.length > 0 && (
        <ChampListe
          libelle={t.duree}
          vide={t.autreDate}
          options={proposees}
          value={choisie}
          onChange={({ target }) => changer('jusquau', target.value)}
        />
      )}
      <ChampTexte
        {...lier('jusquau')}
        largeur="sm"
        min={aujourdhui}
        max={plusJours(aujourdhui, dureeMax)}
        aide={t.jusquauAide(dureeMax)}
      />
    </>
  )
}

/** The structures that it is limited to, of those that one reaches; none: all of them. */
function Limites({ forme }: { forme: FormeDe<SaisieJeton> }) {
  const { data = [] } = useToutesStructures()
  const { saisie, changer, erreurDe, toucher } = forme
  // Of the others, one is given the essential only.
  const options = data
    .filter((structure) => 'version' in structure)
    .map(({ code, libelle }) => ({ code, libelle: `${code} – ${libelle}` }))
  const nomDe = (code: string) => options.find((une) => une.code === code)?.libelle ?? code
  const ajouter = (valeur: string) => {
    if (!options.some(({ code }) => code === valeur)) return changer('reste', valeur)
    changer('reste', '')
    changer('structures', [...saisie.structures, valeur])
  }
  const retirer = (retiree: string) => {
    const restent = saisie.structures.filter((code) => code !== retiree)
    changer('structures', restent)
  }
  if (options.length < 2) return null
  return (
    <div className="ui-plein">
      <Combobox
        name="structures"
        libelle={t.ajouter}
        aide={t.ajouterAide}
        options={options}
        sauf={saisie.structures}
        erreur={erreurDe('structures')}
        valeur={saisie.reste}
        onValeur={ajouter}
        onBlur={() => toucher('structures')}
      />
      {saisie.structures.length > 0 && (
        <ul aria-label={t.choisies}>
          {saisie.structures.map((code) => (
            <li key={code}>
              {nomDe(code)}{' '}
              <BoutonAction
                size="small"
                variant="text"
                icone="fermer"
                aria-label={t.retirer(nomDe(code))}
                onClick={() => retirer(code)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Props = {
  lus: Pick<MesJetons, 'aujourdhui' | 'dureeMax'>
  onCree: (cree: { nom: string; jeton: string }) => void
  onFermer: () => void
}

/** « Créer un jeton de programme »: what it may do, for how long, from where; one's password. */
export function JetonForm({ lus: { aujourdhui, dureeMax }, onCree, onFermer }: Props) {
  const { roles } = useAuth()
  const jusquau = plusJours(aujourdhui, Math.min(90, dureeMax))
  const { forme, envoi } = useForme(
    {
      champs: c,
      lue: null,
      saisieDe: (): SaisieJeton => ({ ...VIDE, jusquau }),
      fautes: fautesPropres,
      parCode: PAR_CODE,
    },
    useCreerJeton(),
  )
  const { saisie, lier } = forme
  const onSoumettre = () =>
    envoi.soumettre(() => corpsDe(saisie), {
      onSuccess: ({ jeton }) => onCree({ nom: saisie.nom.trim(), jeton }),
    })
  const usages = usagesDe(roles).map((code) => ({ code, libelle: LIBELLES_USAGES[code] }))
  const dessin = { forme, aides: { nom: t.nomAide, reseaux: t.reseauxAide }, options: { usages } }
  return (
    <Fiche titre={t.titre} textes={t} bouton={t.creer} {...{ forme, envoi, onSoumettre, onFermer }}>
      <Groupe {...dessin} legende={t.qui} champs={['nom']}>
        <Duree {...{ forme, aujourdhui, dureeMax }} />
      </Groupe>
      <Groupe {...dessin} nom="usages" />
      <Groupe {...dessin} legende={t.limites} champs={['reseaux']}>
        <Limites forme={forme} />
      </Groupe>
      <ChampMotDePasse
        {...lier('password')}
        aide={t.passwordAide}
        autoComplete="current-password"
      />
    </Fiche>
  )
}
