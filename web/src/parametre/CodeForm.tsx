import { CHAMPS_VALEUR } from '@releve/contract/codification/codification.champs.ts'
import type {
  ChangementsCodification,
  Codification,
  ValeurGeree,
} from '@releve/contract/codification/codification.schema.ts'
import { useState } from 'react'
import { enCorps, enSaisie, videDe } from '../ui/conversion.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import { useForme } from '../ui/useForme.ts'
import { ConfirmerSaisie } from './ApercuCodes.tsx'
import { useEnregistrer, useListe, useRelire } from './codifications.queries.ts'
import { textesCodifications } from './codifications.textes.ts'

const t = textesCodifications.fiche

const PROPRES: { actif: boolean } = { actif: true }
const VIDE = videDe(CHAMPS_VALEUR, PROPRES)

/** Where a refusal belongs: it names the code among those of the list. */
const PAR_CODE = {
  CODE_EXISTANT: 'code',
  CODE_SENS_CHANGE: 'libelle',
  CODE_RATTACHE: 'parent',
  CODE_PARENT_INCONNU: 'parent',
  CODE_PARENT_EN_BOUCLE: 'parent',
  VALIDITE_INVERSEE: 'valableAu',
} as const

/** `2025-03` as one writes it. */
export const ecrireMois = (mois: string | null) => mois && mois.split('-').toReversed().join('/')

type CodeOuvert = { version: number; valeur: ValeurGeree | null; dernier: number }

function saisieDe({ valeur, dernier }: CodeOuvert) {
  if (!valeur) return { ...VIDE, ordre: String(dernier + 1) }
  const { valableDu, valableAu } = valeur
  const lue = { ...valeur, valableDu: ecrireMois(valableDu), valableAu: ecrireMois(valableAu) }
  return enSaisie(CHAMPS_VALEUR, VIDE, lue)
}

const lueDe = ({ version, valeurs }: Codification, code: string | undefined): CodeOuvert => ({
  version,
  valeur: valeurs.find((un) => un.code === code) ?? null,
  dernier: Math.max(0, ...valeurs.map(({ ordre }) => ordre)),
})

type Props = {
  liste: Codification
  /** Null: a code to add. */
  valeur: ValeurGeree | null
  onFermer: () => void
}

function useFormeCode({ liste, valeur }: Props) {
  const relire = useRelire(liste.code)
  return useForme(
    { champs: CHAMPS_VALEUR, lue: lueDe(liste, valeur?.code), saisieDe, parCode: PAR_CODE },
    useEnregistrer(),
    async () => lueDe(await relire(), valeur?.code),
  )
}

/** A code to add to a list, or to change: what that touches is shown before it is written. */
export function CodeForm(props: Props) {
  const { liste, valeur, onFermer } = props
  const [apercu, setApercu] = useState<ChangementsCodification | null>(null)
  const { forme, envoi } = useFormeCode(props)
  const { data: mere } = useListe(liste.parentListe ?? liste.code)
  const parents = (mere?.valeurs ?? [])
    .filter(({ code }) => code !== valeur?.code || liste.parentListe !== null)
    .map(({ code, libelle }) => ({ code, libelle: `${code} – ${libelle}` }))
  const { saisie, changer } = forme
  const { code, libelle, parentListe } = liste
  const demande = (seulement: boolean) => () => ({
    code,
    libelle,
    parentListe,
    version: forme.version ?? liste.version,
    valeurs: [{ ...enCorps(CHAMPS_VALEUR, saisie), nouveau: valeur === null }],
    apercu: seulement,
  })
  const champs = ['libelle', 'ordre', 'parent', 'valableDu', 'valableAu'] as const
  return (
    <Fiche
      titre={valeur ? t.existant(valeur.code, valeur.libelle) : t.nouveau(libelle)}
      textes={textesCodifications}
      bouton={t.bouton}
      {...{ forme, envoi, onFermer }}
      onSoumettre={() =>
        envoi.soumettre(demande(true), {
          onSuccess: (recu) => (recu.codes.length > 0 ? setApercu(recu) : onFermer()),
        })
      }
    >
      <Groupe
        forme={forme}
        legende={t.code}
        aides={t.aides}
        champs={valeur ? champs : ['code', ...champs]}
        options={{ parent: parents }}
        propres={{
          code: { autoCapitalize: 'characters', spellCheck: false },
          libelle: { place: 'ui-plein' },
          parent: { vide: t.sansParent },
        }}
      >
        <label className="prm-case ui-plein">
          <input
            type="checkbox"
            checked={saisie.actif}
            onChange={({ target }) => changer('actif', target.checked)}
          />
          {t.actif}
        </label>
      </Groupe>
      {apercu && (
        <ConfirmerSaisie
          apercu={apercu}
          enCours={envoi.enCours}
          onFermer={() => setApercu(null)}
          onAgir={() =>
            envoi.soumettre(demande(false), {
              onSuccess: onFermer,
              onError: () => setApercu(null),
            })
          }
        />
      )}
    </Fiche>
  )
}
