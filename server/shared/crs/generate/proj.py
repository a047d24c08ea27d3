"""PROJ's library by ctypes: what the generator and the judge need of it. Grids are not used: only proj.db is seen."""

import ctypes
import os
import shutil
import tempfile

DATABASE = os.environ.get('PROJ_DB', '/usr/share/proj/proj.db')
folder = tempfile.mkdtemp()
shutil.copy(DATABASE, os.path.join(folder, 'proj.db'))
os.environ['PROJ_DATA'] = folder
os.environ['PROJ_NETWORK'] = 'OFF'

library = ctypes.CDLL(os.environ.get('PROJ_LIBRARY', 'libproj.so.25'))
POINTER, TEXT, INT, REAL = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_double


def function(name, result, *arguments):
    found = getattr(library, name)
    found.restype = result
    found.argtypes = arguments
    return found


class Coordinate(ctypes.Structure):
    _fields_ = [('v', REAL * 4)]


context = function('proj_context_create', POINTER)()
function('proj_log_level', INT, POINTER, INT)(context, 0)
proj_create = function('proj_create', POINTER, POINTER, TEXT)
destroy = function('proj_destroy', None, POINTER)
name_of = function('proj_get_name', TEXT, POINTER)
proj_accuracy = function('proj_coordoperation_get_accuracy', REAL, POINTER, POINTER)
is_ballpark = function('proj_coordoperation_has_ballpark_transformation', INT, POINTER, POINTER)
proj_string = function('proj_as_proj_string', TEXT, POINTER, POINTER, INT, POINTER)
proj_wkt = function('proj_as_wkt', TEXT, POINTER, POINTER, INT, ctypes.POINTER(TEXT))
factory_context = function('proj_create_operation_factory_context', POINTER, POINTER, TEXT)
spatial_criterion = function('proj_operation_factory_context_set_spatial_criterion', None, POINTER, POINTER, INT)
grid_use = function('proj_operation_factory_context_set_grid_availability_use', None, POINTER, POINTER, INT)
create_operations = function('proj_create_operations', POINTER, POINTER, POINTER, POINTER, POINTER)
list_count = function('proj_list_get_count', INT, POINTER)
list_get = function('proj_list_get', POINTER, POINTER, POINTER, INT)
list_destroy = function('proj_list_destroy', None, POINTER)
area_of_use = function(
    'proj_get_area_of_use', INT, POINTER, POINTER, *[ctypes.POINTER(REAL)] * 4, ctypes.POINTER(TEXT)
)
crs_to_crs = function('proj_create_crs_to_crs', POINTER, POINTER, TEXT, TEXT, POINTER)
trans = function('proj_trans', Coordinate, POINTER, INT, Coordinate)
errno_reset = function('proj_errno_reset', INT, POINTER)
normalize = function('proj_normalize_for_visualization', POINTER, POINTER, POINTER)

NO_OPTIONS = (TEXT * 1)(None)
SINGLE_LINE = (TEXT * 3)(b'MULTILINE=NO', b'OUTPUT_AXIS=NO', None)


def create(text):
    return proj_create(context, text.encode())


def wkt1(crs):
    text = proj_wkt(context, crs, 4, SINGLE_LINE)
    return text.decode() if text else None


def proj4(crs):
    text = proj_string(context, crs, 1, None)
    return text.decode() if text else None


def area(thing):
    """Name, west, south, east, north."""
    sides, name = [REAL() for _ in range(4)], TEXT()
    if not area_of_use(context, thing, *[ctypes.byref(side) for side in sides], ctypes.byref(name)):
        return None
    if sides[0].value < -900:
        return None
    return [(name.value or b'').decode()] + [round(side.value, 6) for side in sides]


def factory(grids):
    """`grids`: 1 discards operations whose grid is missing, 2 ignores whether grids are there."""
    made = factory_context(context, None)
    spatial_criterion(context, made, 1)
    grid_use(context, made, grids)
    return made


def operations(source, target, made):
    found = create_operations(context, source, target, made)
    listed = []
    for i in range(list_count(found) if found else 0):
        operation = list_get(context, found, i)
        text = proj_string(context, operation, 0, None)
        listed.append({
            'name': name_of(operation).decode(),
            'accuracy': proj_accuracy(context, operation),
            'area': area(operation),
            'ballpark': bool(is_ballpark(context, operation)),
            'text': text.decode() if text else None,
        })
        destroy(operation)
    if found:
        list_destroy(found)
    return listed


class Transformation:
    """As cs2cs computes it: the operation is chosen by the place."""

    def __init__(self, source, target):
        self.made = crs_to_crs(context, source.encode(), target.encode(), None)

    def __call__(self, x, y, direction=1):
        if not self.made:
            return None
        errno_reset(self.made)
        # cs2cs takes no time.
        found = trans(self.made, direction, Coordinate((x, y, 0.0, float('inf')))).v
        return (found[0], found[1]) if all(abs(v) < 1e30 for v in found[:2]) else None

    def close(self):
        if self.made:
            destroy(self.made)
