import { RECHERCHE_MIN, RESULTATS_PAR_GENRE } from '@releve/contract/recherche/recherche.api.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { aDroit, useAuth } from '../app/session.ts'
import { useCodification } from '../codification/codification.queries.ts'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { EchecChargement } from '../ui/Chargement.tsx'
import { Icone } from '../ui/Icone.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { Resultats } from './Resultats.tsx'
import { useRecherche } from './recherche.queries.ts'
import { textes } from './recherche.textes.ts'
import { groupesDe, type Libelles, type Resultat, rangVise } from './resultats.ts'

const LISTE = 'rec-liste'
const NOM = 'rec-nom'

/** Words of the codes that describe a structure; the code itself until they come. */
function useLibelles(): Libelles {
  const types = useCodification('TYPE_STRUCTURE').data ?? []
  const regions = useCodification('REGION').data ?? []
  return (codification, code) => {
    const liste = codification === 'REGION' ? regions : types
    return liste.find((valeur) => valeur.code === code)?.libelle ?? code
  }
}

/** For what is said only: the server alone decides what is found. */
function useLibelleChamp(): string {
  const { roles } = useAuth()
  return aDroit(roles, 'utilisateur.lister') ? textes.champ.avecComptes : textes.champ.sansComptes
}

function useTrouvailles(q: string) {
  const libelles = useLibelles()
  const requete = useRecherche(q)
  const assez = q.length >= RECHERCHE_MIN
  const groupes = assez && requete.data ? groupesDe(requete.data, libelles) : []
  return { ...requete, assez, groupes, plat: groupes.flatMap(({ resultats }) => resultats) }
}

type Props = {
  texte: string
  onTexte: (texte: string) => void
  /** `cle` of the result that the keyboard is on. */
  choisi: string | null
  onChoisi: (cle: string | null) => void
  onOuvrir: (resultat: Resultat) => void
  onFermer: () => void
}

/** What is said under the field, and heard: the count of results, or why there are none. */
function Dit({ q, trouvailles }: { q: string; trouvailles: ReturnType<typeof useTrouvailles> }) {
  const { assez, frais, error, plat, groupes } = trouvailles
  const phrase = () => {
    if (!assez) return textes.minimum(RECHERCHE_MIN)
    if (error) return ''
    if (!frais) return textes.enCours
    if (plat.length === 0) return textes.vide(q)
    const plein = groupes.some(({ resultats }) => resultats.length === RESULTATS_PAR_GENRE)
    return (plein ? textes.premiersEnTout : textes.compte)(plat.length)
  }
  const dit = phrase()
  return (
    <p role="status" className="rec-dit" hidden={dit === ''}>
      {/* Begins with a figure: on its own, it would not tell which way it reads. */}
      <bdi dir="ltr">{dit}</bdi>
    </p>
  )
}

type TeteProps = Pick<Props, 'texte' | 'onTexte' | 'onFermer'> & {
  /** `id` of the result that the keyboard is on. */
  actif: string | undefined
  deplie: boolean
  auClavier: (evenement: KeyboardEvent) => void
}

/** The field, and the way out. The focus stays in it while the arrows go through the results. */
function Tete({ texte, onTexte, onFermer, actif, deplie, auClavier }: TeteProps) {
  const champ = useRef<HTMLInputElement>(null)
  const libelle = useLibelleChamp()
  useEffect(() => champ.current?.focus(), [])
  return (
    <div className="rec-tete">
      <Icone nom="recherche" />
      <Invisible id={NOM}>{libelle}</Invisible>
      <input
        ref={champ}
        type="text"
        role="combobox"
        aria-labelledby={NOM}
        className="rec-champ"
        aria-expanded={deplie}
        aria-controls={LISTE}
        aria-autocomplete="list"
        aria-activedescendant={actif}
        placeholder={libelle}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        value={texte}
        onChange={(evenement) => onTexte(evenement.target.value)}
        onKeyDown={auClavier}
      />
      <BoutonIcone nom="fermer" aria-label={textes.fermer} onClick={onFermer} />
    </div>
  )
}

const Touches = () => (
  <p className="rec-touches" aria-hidden="true">
    {textes.touches.map(([touche, acte]) => (
      <span key={touche}>
        <kbd>{touche}</kbd> {acte}
      </span>
    ))}
  </p>
)

/** The field and its results: a combobox, whose list follows what one types. */
export function Chercher({ texte, onTexte, choisi, onChoisi, onOuvrir, onFermer }: Props) {
  const q = texte.trim()
  const trouvailles = useTrouvailles(q)
  const { groupes, plat, frais, error, refetch, assez } = trouvailles
  const rang = plat.findIndex(({ cle }) => cle === choisi)
  const auClavier = (evenement: KeyboardEvent) => {
    const vise = rangVise(evenement.key, rang, plat.length)
    const resultat = plat[rang] ?? plat[0]
    if (vise !== null) onChoisi(plat[vise]?.cle ?? null)
    // Of what was typed before, nothing opens by surprise.
    else if (evenement.key === 'Enter' && frais && resultat) onOuvrir(resultat)
    else return
    evenement.preventDefault()
  }
  const actif = rang >= 0 ? `rec-${choisi}` : undefined
  return (
    <>
      <Tete {...{ texte, onTexte, onFermer, actif, auClavier }} deplie={plat.length > 0} />
      <div className="rec-corps" aria-busy={assez && !frais && !error}>
        <Dit q={q} trouvailles={trouvailles} />
        {!assez && <p className="rec-aide">{textes.exemples}</p>}
        {assez && error && <EchecChargement echec={error} onReessayer={() => void refetch()} />}
        <Resultats id={LISTE} groupes={groupes} choisi={choisi} onOuvrir={onOuvrir} />
      </div>
      <Touches />
    </>
  )
}
