import type { Annuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import type { Preparation } from '@releve/contract/annuaire/fichier.api.ts'
import {
  FORMATS_ANNUAIRE,
  type FormatAnnuaire,
  LIBELLES_FORMATS_ANNUAIRE,
} from '@releve/contract/annuaire/fichier.schema.ts'
import { useRef, useState } from 'react'
import { messageDe } from '../api/envoi.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { enregistrerFichier } from '../ui/enregistrerFichier.ts'
import { Icone } from '../ui/Icone.tsx'
import { Menu } from '../ui/Menu.tsx'
import { useActe } from '../ui/useActe.ts'
import { useSignal } from '../ui/useSignal.ts'
import { composerFichier, useAbandonFichier } from './annuaire.queries.ts'
import { textesAnnuaire } from './annuaire.textes.ts'

const t = textesAnnuaire.fichiers

/** How far the file is, and the way to give it up. */
function Avancee({ suivie, onAbandonner }: { suivie: Preparation; onAbandonner: () => void }) {
  const { format, fait, total } = suivie
  const nom = t.prepare(t.courts[format])
  return (
    <p className="ann-avancee">
      <span role="status">{nom}</span>
      <progress aria-label={nom} max={Math.max(1, total)} value={fait} />
      <BoutonAction icone="fermer" onClick={onAbandonner}>
        {t.abandonner}
      </BoutonAction>
    </p>
  )
}

/** An annuaire; without a version, a published edition of one. */
type Props = { annuaire: Pick<Annuaire, 'annee' | 'edition'> & { version?: number } }

/** The files of an annuaire: one is made at a time, followed, then handed to the browser. */
export default function Telecharger({ annuaire }: Props) {
  const [suivie, setSuivie] = useState<Preparation | null>(null)
  const signal = useSignal()
  const menu = useRef<HTMLDivElement>(null)
  const { annee, edition, version = 1 } = annuaire
  const composition = useActe(
    (format: FormatAnnuaire) =>
      // An annuaire that is not kept yet has no edition to be named by.
      composerFichier(
        { annee, format, ...(version > 0 && { edition }) },
        { signal: signal(), onSuivre: setSuivie },
      ),
    {
      reussite: (fichier) => (fichier ? t.fait(fichier.nom) : t.abandonne),
      refus: 'place',
    },
    {
      onSuccess: (fichier) => fichier && enregistrerFichier(fichier),
      onSettled: () => setSuivie(null),
    },
  )
  const abandon = useAbandonFichier()
  const abandonner = ({ id }: Preparation) =>
    // The button that gives it up goes: the focus stays near.
    abandon.mutate(id, { onSuccess: () => menu.current?.querySelector('button')?.focus() })
  const choix = FORMATS_ANNUAIRE.map((format) => ({
    libelle: LIBELLES_FORMATS_ANNUAIRE[format],
    onChoisir: () => {
      if (!composition.isPending) composition.mutate(format)
    },
  }))
  return (
    <div className="ann-fichiers">
      <div ref={menu}>
        <Menu cadre libelle={t.telecharger} choix={choix} occupe={composition.isPending}>
          <Icone nom="telecharger" taille={18} />
          {t.telecharger}
        </Menu>
      </div>
      {suivie && <Avancee suivie={suivie} onAbandonner={() => abandonner(suivie)} />}
      {composition.error && (
        <Alerte gravite="error" role="alert" titre={t.echec}>
          {messageDe(composition.error, t.reseau)}
        </Alerte>
      )}
    </div>
  )
}
