import type { OutputOf } from '@releve/contract/operation.ts'
import type { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { CHAMPS_RELANCES as c } from '@releve/contract/relance/relance.champs.ts'
import { fauteEtapes, type ReglagesRelances } from '@releve/contract/relance/relance.rules.ts'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { enCorps, enSaisie, type SaisieDe, videDe } from '../ui/conversion.ts'
import { Note } from '../ui/Note.tsx'
import { textesRelances as t } from './calendrier.textes.ts'
import { ecrireEtapes, lireEtapes } from './etapes.ts'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { useReglagesRelances } from './relances.queries.ts'

const PROPRES = { relanceAutomatique: false, relanceJours: '', relanceCourriel: false }

type Recu = OutputOf<typeof relanceApi.lireReglagesRelances>
type Saisie = SaisieDe<typeof c, typeof PROPRES>

const VIDE: Saisie = videDe(c, PROPRES)
const saisieDe = (recu: Recu): Saisie =>
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

function Forme({ recu, groupe }: { recu: Recu; groupe: ReturnType<typeof useReglagesRelances> }) {
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
