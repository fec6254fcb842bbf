import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import { relanceApi as api, type relanceApi } from '@releve/contract/relance/relance.api.ts'
import { CHAMPS_RELANCES as c } from '@releve/contract/relance/relance.champs.ts'
import { fauteEtapes, type ReglagesRelances } from '@releve/contract/relance/relance.rules.ts'
import { Link } from 'react-router'
import { appeler } from '../app/client.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { enCorps, enSaisie, type SaisieDe, videDe } from '../ui/conversion.ts'
import { Note } from '../ui/Note.tsx'
import { textesRelances as t, textesRelances } from './calendrier.textes.ts'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { groupe as enGroupe, useGroupe } from './parametre.queries.ts'

export const relances = enGroupe('relances', (signal) =>
  appeler(api.lireReglagesRelances, { signal }),
)

const useReglagesRelances = () =>
  useGroupe(relances, {
    modifier: (body: Sent<typeof api.modifierReglagesRelances.body>) =>
      appeler(api.modifierReglagesRelances, { body }),
    reussite: textesRelances.enregistres,
  })

/** What was typed as steps, « −3, 0, 5 »: distinct, ascending; null when it is not that. */
function lireEtapes(texte: string): number[] | null {
  const mots = texte
    .replaceAll('−', '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
  if (mots.some((mot) => !/^[+-]?\d{1,3}$/.test(mot))) return null
  return [...new Set(mots.map(Number))].toSorted((a, b) => a - b)
}

/** The same as one writes them. */
const ecrireEtapes = (etapes: readonly number[]): string =>
  etapes.map((etape) => String(etape).replace('-', '−')).join(', ')

const PROPRES = { relanceAutomatique: false, relanceJours: '', relanceCourriel: false }

type ReglagesRecus = OutputOf<typeof relanceApi.lireReglagesRelances>
type Saisie = SaisieDe<typeof c, typeof PROPRES>

const VIDE: Saisie = videDe(c, PROPRES)
const saisieDe = (recu: ReglagesRecus): Saisie =>
  enSaisie(c, VIDE, { ...recu, relanceJours: ecrireEtapes(recu.relanceJours) })
const corpsDe = (saisie: Saisie): ReglagesRelances => ({
  ...enCorps(c, saisie),
  relanceJours: lireEtapes(saisie.relanceJours) ?? [],
})

/** What the table cannot say: the days are numbers, within bounds. */
const fautes = ({ relanceJours }: Saisie) => {
  const etapes = lireEtapes(relanceJours)
  return { relanceJours: etapes ? fauteEtapes(etapes) : t.joursIllisibles }
}

function Forme({
  recu,
  groupe,
}: {
  recu: ReglagesRecus
  groupe: ReturnType<typeof useReglagesRelances>
}) {
  const options = { champs: c, dire: 'aussitot', saisieDe, corpsDe, fautes } as const
  const reglages = useReglages(recu, groupe, options)
  const { saisie, lier, nommer, changer, erreurDe } = reglages.forme
  const etapes = lireEtapes(saisie.relanceJours)
  const coche = (nom: 'relanceAutomatique' | 'relanceCourriel', aide: string) => (
    <div>
      <label className="prm-case">
        <input
          type="checkbox"
          checked={saisie[nom]}
          aria-describedby={`rel-${nom}-aide`}
          onChange={({ target }) => changer(nom, target.checked)}
        />
        {nommer(nom)}
      </label>
      <Note className="prm-note" id={`rel-${nom}-aide`}>
        {aide}
      </Note>
    </div>
  )
  return (
    <FormeReglages reglages={reglages}>
      {!recu.ouvertes && (
        <Alerte gravite="warning">
          {t.fermees} <Link to={paths.premieresRelances}>{t.voir}</Link>
        </Alerte>
      )}
      {coche('relanceAutomatique', t.automatiqueAide)}
      <div>
        <div className="prm-courts">
          <ChampTexte
            name="relanceJours"
            libelle={nommer('relanceJours')}
            aide={t.joursAide}
            erreur={erreurDe('relanceJours')}
            required
            value={saisie.relanceJours}
            maxLength={100}
            largeur="md"
            onChange={({ target }) => changer('relanceJours', target.value)}
          />
        </div>
        <Note className="prm-note" role="status">
          {etapes && fauteEtapes(etapes) === null && t.etapes(etapes)}
        </Note>
      </div>
      <div className="prm-courts">
        <ChampTexte {...lier('relanceCopie')} largeur="xs" aide={t.copieAide} maxLength={2} />
        <ChampTexte
          {...lier('relanceDirection')}
          largeur="xs"
          aide={t.directionAide}
          maxLength={2}
        />
      </div>
      {coche('relanceCourriel', t.courrielAide)}
    </FormeReglages>
  )
}

/** When the calendar reminds, of which copies, and by which ways. */
export function RelancesForm() {
  const groupe = useReglagesRelances()
  return (
    <section aria-labelledby="rel-reglages">
      <h3 id="rel-reglages">{t.titre}</h3>
      <Chargement requete={groupe.requete} lignes={6}>
        {(recu) => <Forme recu={recu} groupe={groupe} />}
      </Chargement>
    </section>
  )
}
