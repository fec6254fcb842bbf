-- Searches and mails, where their lines are many (docs/decisions/0052).

-- The same texts as before: what has no accent, most of what is searched, is not translated, which
-- looks at sixty letters for each of its own. Not strict, so that it is written into the statements
-- that call it; null is still null.
create or replace function sans_accent(texte text) returns text
  language sql immutable parallel safe
  return case when octet_length(texte) = length(texte) then lower(texte) else translate(
    -- lower() leaves accented capitals alone on a base whose character type is C.
    lower(texte),
    'àáâãäåçèéêëìíîïñòóôõöùúûüýÿœæ’ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸŒÆ',
    'aaaaaaceeeeiiiinooooouuuuyyoa''aaaaaaceeeeiiiinooooouuuuyyoa'
  ) end;

-- Mails in the order of their list, and those that have not left.
create index courriel_par_date on tache (cree_le desc, id desc) where genre <> 'NOTIFICATION';
create index courriel_a_envoyer on tache (cree_le desc, id desc)
  where genre <> 'NOTIFICATION' and faite_le is null;
