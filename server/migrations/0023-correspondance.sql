-- What DHIS2 calls the cells of a model that comes from it: written by the conversion, outside the
-- model, so that it lasts whatever is edited of the draft. A cell that is gone is no longer found.
create table correspondance (
  modele_code text not null,
  cellule text not null,
  data_element text not null,
  category_option_combo text not null,
  -- Empty: it has none.
  data_element_code text not null default '',
  category_option_combo_code text not null default '',
  -- Code of an answer there → here, where it is chosen of a list.
  options json,
  constraint correspondance_cellule_unique primary key (modele_code, cellule)
);

-- Which structure an organisation unit of DHIS2 is, by its identifier.
create table correspondance_structure (
  unite text primary key,
  structure_code text not null
);
