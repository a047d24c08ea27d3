"""Writes core/geodesy/vertical-crs.json: the vertical reference systems of the EPSG register, from PROJ's database.

Each row: code, name, datum, metres per unit. Depths, which grow downwards, are left out.
"""

import json
import sqlite3
from pathlib import Path

DATABASE = "/usr/share/proj/proj.db"
TARGET = Path(__file__).resolve().parents[4] / "core/geodesy/vertical-crs.json"

rows = sqlite3.connect(DATABASE).execute(
    """
    select cast(v.code as int), v.name, d.name, u.conv_factor
    from vertical_crs v
    join vertical_datum d on d.auth_name = v.datum_auth_name and d.code = v.datum_code
    join axis a on a.coordinate_system_auth_name = v.coordinate_system_auth_name
      and a.coordinate_system_code = v.coordinate_system_code
    join unit_of_measure u on u.auth_name = a.uom_auth_name and u.code = a.uom_code
    where v.auth_name = 'EPSG' and v.deprecated = 0 and a.orientation = 'up'
    order by 1
    """
)
lines = [
    json.dumps([code, name, datum, factor], ensure_ascii=False)
    for code, name, datum, factor in rows
]
TARGET.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
