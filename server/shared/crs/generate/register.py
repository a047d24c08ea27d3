"""Writes ../register.json: reference systems and their operations to WGS 84, from PROJ's database.

Run by hand where PROJ is installed (docs/decisions/0031-reference-systems.md):  python3 register.py
"""

import json
import os
import re
import sqlite3
from collections import Counter
from proj import DATABASE, area, create, destroy, factory, operations, proj4, wkt1

HERE = os.path.dirname(os.path.abspath(__file__))
UP = os.path.dirname(HERE)
ROOT = os.path.join(UP, '../../..')
GRAD = '9105'
WGS84 = create('EPSG:4326')
database = sqlite3.connect(DATABASE)

# proj4js and PROJ have the same numbers for these; all other ellipsoids are written as numbers.
SHARED_ELLIPSOIDS = {'GRS80', 'WGS84', 'intl', 'bessel', 'clrk66', 'krass', 'airy'}
OF_DATUM = {'WGS84': 'WGS84', 'NAD83': 'GRS80', 'NAD27': 'clrk66'}

# Italy: EPSG bounds its operations by rectangles. That of Sicily (1664) includes Reggio and lacks the small islands;
# that of the mainland (1660) is used north and east of the Strait of Messina.
AREAS = {
    'Monte Mario to WGS 84 (3)': [
        [11.8, 35.3, 15.71, 37.86],
        # Inside of the mainland's rectangle, which is why it is preferred.
        [11.8, 37.8600001, 15.71, 37.92],
        [11.8, 37.92, 15.6, 38.2],
        [11.8, 38.2, 15.61, 38.24],
        [11.8, 38.24, 15.66, 38.3],
        [11.8, 38.3, 15.71, 38.85],
    ],
    'Monte Mario to WGS 84 (2)': [[8, 38.7, 10, 41.32]],
}


class Table:
    """Rows that are written once and referred to by their number."""

    def __init__(self):
        self.rows, self.index = [], {}

    def put(self, row):
        key = json.dumps(row)
        if key not in self.index:
            self.index[key] = len(self.rows)
            self.rows.append(row)
        return self.index[key]


areas, methods, operation_rows = Table(), Table(), Table()


def arguments(step):
    return dict(re.findall(r'\+([a-z_0-9]+)(?:=(\S+))?', step))


def steps_of(text):
    """Position-vector Helmert parameters (metres, arc seconds, ppm) of a pipeline, one row per step.

    None if it does anything else; [] if the numbers stay."""
    if text is None:
        return None
    found, figures = [], []
    for step in text.split('+step'):
        given = arguments(step)
        kind, inverse = given.get('proj'), 'inv' in given
        if kind in ('pipeline', 'noop', 'axisswap', 'unitconvert', 'push', 'pop', 'longlat'):
            continue
        if kind == 'cart':
            figures.append(tuple(given.get(k) for k in ('ellps', 'a', 'b', 'rf')))
            found.append(('from' if not inverse else 'to', figures[-1]))
        elif kind in ('helmert', 'molobadekas'):
            found.append(('shift', shift_of(given, inverse)))
        else:
            return None
    # Between two shifts the figure of the earth stays the same: out of geographic coordinates and back in.
    for (a, one), (b, other) in zip(found, found[1:]):
        if a == 'to' and b == 'from' and one != other:
            return None
    shifts = [value for what, value in found if what == 'shift']
    return shifts if shifts or not found else [[0, 0, 0]]


def shift_of(given, inverse):
    x, y, z, rx, ry, rz, s = (float(given.get(k, 0)) for k in ('x', 'y', 'z', 'rx', 'ry', 'rz', 's'))
    if given.get('convention') == 'coordinate_frame':
        rx, ry, rz = -rx, -ry, -rz
    arc, ppm = 3.141592653589793 / 648000, 1e-6

    def turned(v, a, b, c, scale):
        a, b, c = a * arc, b * arc, c * arc
        return [
            scale * (v[0] - c * v[1] + b * v[2]),
            scale * (c * v[0] + v[1] - a * v[2]),
            scale * (-b * v[0] + a * v[1] + v[2]),
        ]

    move = [x, y, z]
    # Molodensky-Badekas turns about a point.
    point = [float(given[k]) for k in ('px', 'py', 'pz')] if given['proj'] == 'molobadekas' else []
    if inverse:
        # X = Rᵀ (X' - T) / (1 + s)
        scale = 1 / (1 + s * ppm)
        move = [-v for v in turned(move, -rx, -ry, -rz, scale)]
        rx, ry, rz, s = -rx, -ry, -rz, (scale - 1) / ppm
    row = [plain(v, 7) for v in move] + [plain(v, 13) for v in (rx, ry, rz)] + [plain(s, 10)]
    return row + point if any(row[3:]) else row[:3]


def plain(value, digits):
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded


def plain_name(name):
    """The operations of the register in it, without conversions between kinds of coordinates."""
    parts = [
        part for part in name.split(' + ')
        if not re.match(r'Conversion from|Null geographic offset|axis order change|Transformation from .* altered', part)
    ]
    return ' + '.join(parts) or name


def grid_of(text):
    """The one grid of an operation, by the name of its publisher."""
    names = re.findall(r'\+grids=(\S+)', text or '')
    if len(names) != 1:
        return None
    row = database.execute(
        'select original_grid_name from grid_alternatives where proj_grid_name = ?', (names[0],)
    ).fetchone()
    return row[0] if row else names[0]


def figure_of(definition):
    """`+ellps=bessel` or `+a=… +rf=…`, and the prime meridian."""
    given = arguments(definition)
    ellipsoid = OF_DATUM.get(given.get('datum'), given.get('ellps'))
    if ellipsoid in SHARED_ELLIPSOIDS:
        figure = f'+ellps={ellipsoid}'
    elif ellipsoid:
        a, rf, b = AXES[ellipsoid]
        figure = f'+a={a} +rf={rf}' if rf else f'+a={a} +b={b}'
    else:
        figure = ' '.join(f'+{k}={given[k]}' for k in ('a', 'b', 'rf', 'R') if k in given)
    return figure + (f" +pm={given['pm']}" if 'pm' in given else '')


# PROJ's names of ellipsoids (proj -le), as its source has them.
AXES = {}
for line in os.popen('proj -le').read().splitlines():
    found = re.match(r'\s*(\S+)\s+a=(\S+)\s+(?:rf=(\S+)|b=(\S+))', line)
    if found:
        AXES[found[1]] = (found[2], found[3], found[4])


def base_of(auth, code, grids_discarded, grids_ignored):
    crs = create(f'{auth}:{code}')
    definition, text = proj4(crs), wkt1(crs)
    if not definition or not text:
        return None
    listed = []
    for one in operations(crs, WGS84, grids_discarded) if code != 4326 else []:
        steps = [] if one['ballpark'] and 'helmert' not in (one['text'] or '') else steps_of(one['text'])
        place = one['area'] or ['World', -180, -90, 180, 90]
        listed.append((one, steps, place))
    # In PROJ's order, of which geodesy/datum-shift.ts chooses.
    chosen = []
    for one, steps, place in [entry for entry in listed if entry[1] is not None]:
        name = None if one['ballpark'] else plain_name(one['name'])
        boxes = AREAS.get(name, [place[1:]])
        accuracy = None if one['ballpark'] or one['accuracy'] < 0 else plain(one['accuracy'], 3)
        row = [name, accuracy, boxes, steps]
        chosen.append(operation_rows.put(row + [1] if ' - offshore' in place[0] else row))
    best = []
    for one in operations(crs, WGS84, grids_ignored):
        grid = grid_of(one['text'])
        if grid and one['area'] and one['accuracy'] >= 0 and not one['ballpark']:
            best.append([grid, plain(one['accuracy'], 3), one['area'][1:]])
    destroy(crs)
    return {'figure': figure_of(definition), 'wkt': text, 'short': re.sub(r',AUTHORITY\["\w+","\d+"\](?=\])', '', text) + '', 'operations': chosen, 'grids': best}


# Directions of the first and the second axis: their order, and the signs from east and north.
AXES_OF = {
    ('east', 'north'): 'en',
    ('north', 'east'): 'ne',
    ('south', 'west'): 'ne-',
    ('west', 'south'): 'en-',
}


def axes_of(auth, code):
    rows = database.execute("""
      select lower(orientation), lower(abbrev), uom_code from axis a join (
        select coordinate_system_auth_name as auth, coordinate_system_code as code from projected_crs
        where auth_name = ? and code = ? union all
        select coordinate_system_auth_name, coordinate_system_code from geodetic_crs where auth_name = ? and code = ?
      ) c on a.coordinate_system_auth_name = c.auth and a.coordinate_system_code = c.code
      order by coordinate_system_order""", (auth, code, auth, code)).fetchall()
    if not rows:
        # ESRI's definitions are texts without axes: east and north.
        return 'en'
    first, second = rows[0], rows[1]
    if GRAD in (str(first[2]), str(second[2])):
        return None
    if ' along ' in first[0]:
        # Around a pole: named for what they are on the map.
        return 'en' if first[1] in ('e', 'x') and second[1] in ('n', 'y') else 'ne'
    return AXES_OF.get((first[0], second[0]))


# Where a parameter of WKT stands in PROJ's definition.
SAME_AS = {
    'latitude_of_origin': ('lat_0', 'lat_ts'),
    'latitude_of_center': ('lat_0',),
    'central_meridian': ('lon_0',),
    'longitude_of_center': ('lonc', 'lon_0'),
    'scale_factor': ('k', 'k_0'),
    'false_easting': ('x_0',),
    'false_northing': ('y_0',),
    'standard_parallel_1': ('lat_1', 'lat_ts'),
    'standard_parallel_2': ('lat_2',),
    'azimuth': ('alpha',),
    'rectified_grid_angle': ('gamma',),
}


def conversion_of(definition, text):
    """A row of the table of methods, and the numbers to fill in. None without PROJECTION."""
    own = [step for step in definition.split() if not re.match(r'\+(datum|ellps|a|b|rf|R|pm|axis|nadgrids|no_defs|type|wktext)\b', step)]
    if '+a=6378137 +b=6378137' in definition or '+R=' in definition:
        own += re.findall(r'\+(?:a|b|R)=\S+', definition)
    numbers, keys, template = [], [], []
    for step in own:
        key, _, value = step[1:].partition('=')
        if re.fullmatch(r'-?[\d.]+(e-?\d+)?', value):
            numbers.append(number(value))
            keys.append(key)
            template.append(f'+{key}=#')
        else:
            template.append(step)
    rest = without_base(text)
    method = re.search(r'PROJECTION\["([^"]+)"', rest)
    unit = re.search(r'UNIT\["([^"]+)",([^,\]]+)', rest)
    if not method:
        return None
    parameters = []
    for name, value in re.findall(r'PARAMETER\["([^"]+)",([^\]]+)\]', rest):
        at = next((keys.index(key) for key in SAME_AS.get(name, ()) if key in keys and numbers[keys.index(key)] == number(value)), None)
        if at is None:
            at = len(numbers)
            numbers.append(number(value))
        parameters.append([name, at])
    row = [' '.join(template), method[1], parameters, unit[1], float(unit[2])]
    return methods.put(row), numbers


def without_base(text):
    start = at = text.index('GEOGCS[')
    depth = 0
    while True:
        depth += {'[': 1, ']': -1}.get(text[at], 0)
        at += 1
        if depth == 0 and text[at - 1] == ']':
            return text[:start] + text[at:]


def number(text):
    value = float(text)
    return int(value) if value == int(value) and abs(value) < 1e15 else value


def main():
    with open(os.path.join(HERE, 'left-out.json')) as file:
        left_out = {code: reason for reason, codes in json.load(file).items() for code in codes}
    discarded, ignored = factory(1), factory(2)
    bases, systems, refused = {}, [], {}
    epsg = "auth_name = 'EPSG'"
    esri = "auth_name = 'ESRI' and deprecated = 0 and cast(code as integer) >= 32768"
    rows = database.execute(f"""
      select auth_name, code, name, deprecated, auth_name, code
      from geodetic_crs where type = 'geographic 2D' and ({epsg})
      union all
      select auth_name, code, name, deprecated, geodetic_crs_auth_name, geodetic_crs_code
      from projected_crs where {epsg} or {esri}""").fetchall()
    for auth, code, name, deprecated, base_auth, base_code in sorted(rows, key=lambda row: int(row[1])):
        key = f'{base_auth}:{base_code}' if base_auth != 'EPSG' else base_code
        if key not in bases:
            bases[key] = base_of(base_auth, base_code, discarded, ignored)
        reason = None
        if bases[key] is None:
            reason = 'base'
        elif not bases[key]['operations'] and base_code != 4326:
            reason = 'operation'
        elif int(code) in left_out:
            reason = left_out[int(code)]
        crs = create(f'{auth}:{code}')
        definition, text, place = crs and proj4(crs), crs and wkt1(crs), crs and area(crs)
        if not reason and (not definition or not text or not place):
            reason = 'definition'
        axes = axes_of(auth, code)
        if not reason and not axes:
            reason = 'axes'
        geographic = '+proj=longlat' in (definition or '')
        conversion = reason is None and not geographic and conversion_of(definition, text)
        if conversion is None:
            reason = 'wkt'
        if reason:
            refused[f'{auth}:{code}'] = reason
            continue
        at, numbers = conversion or (None, [])
        row = [int(code), name, areas.put(place), axes, int(deprecated), key]
        systems.append(row if geographic else row + [at, *numbers])
        destroy(crs)
    used = {system[5] for system in systems}
    release = dict(database.execute('select key, value from metadata').fetchall())
    out = {
        'source': f"EPSG {release['EPSG.VERSION']} ({release['EPSG.DATE']}), ESRI {release['ESRI.VERSION']}, PROJ {release['PROJ.VERSION']}",
        'areas': areas.rows,
        'methods': methods.rows,
        'operations': operation_rows.rows,
        'bases': {key: [b['figure'], b['short'], b['operations'], b['grids']] for key, b in bases.items() if key in used},
        'systems': systems,
    }
    with open(os.path.join(UP, 'register.json'), 'w') as file:
        file.write('{\n')
        for i, (key, value) in enumerate(out.items()):
            end = ',\n' if i < len(out) - 1 else '\n'
            if isinstance(value, str):
                file.write(f'"{key}": {json.dumps(value)}{end}')
                continue
            rows = [f'"{k}": {compact(v)}' for k, v in value.items()] if isinstance(value, dict) else map(compact, value)
            opening, closing = ('{', '}') if isinstance(value, dict) else ('[', ']')
            file.write(f'"{key}": {opening}\n' + ',\n'.join(rows) + f'\n{closing}{end}')
        file.write('}\n')
    with open(os.path.join(ROOT, 'core/geodesy/bundled-crs.json'), 'w') as file:
        file.write(bundled(systems, bases))
    print(len(systems), 'systems', Counter(refused.values()))


# Italy and the world: known to pages before they ask the server.
BUNDLED = [
    4326, 3857, 32632, 32633, 32634, 6706, 7791, 7792, 7793, 6707, 6708, 6709, 7794, 6875, 7795, 6876, 4670, 3064, 3065,
    4258, 25832, 25833, 25834, 3035, 4265, 4806, 3003, 3004, 4230, 23032, 23033, 23034,
]


def bundled(systems, bases):
    by_code = {system[0]: system for system in systems}
    rows, used = [], {}
    for code in BUNDLED:
        _, name, place, axes, _, key, *conversion = by_code[code]
        definition = '+proj=longlat'
        if conversion:
            at, *numbers = conversion
            parts = iter(numbers)
            definition = re.sub('#', lambda _: str(next(parts)), methods.rows[at][0])
        used[str(key)] = [operation_rows.rows[one] for one in bases[key]['operations']]
        rows.append([code, name, areas.rows[place][1:], axes, str(key), f"{definition} {bases[key]['figure']} +no_defs"])
    lines = ',\n'.join(map(compact, rows))
    shifts = ',\n'.join(f'"{key}": [\n' + ',\n'.join(map(compact, value)) + '\n]' for key, value in used.items())
    return '{"systems": [\n' + lines + '\n],\n"operations": {\n' + shifts + '\n}}\n'


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(',', ':'))


main()
