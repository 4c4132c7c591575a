/* path_shape.c: reads SVG path data into rings of straight edges. Layer: formats. */
#include "formats/picture/path_shape.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_EDGES = 12, CIRCLE_EDGES = 40, ARC_EDGES = 20 };
static const double PI = 3.14159265358979323846;

typedef struct {
    path_shape *shape;
    const char *at;
    shape_point now;
    bool good;
} reader;

static bool add_point(path_shape *shape, shape_point point)
{
    if (shape->rings == 0 || shape->count == SHAPE_POINTS)
        return false;
    shape->points[shape->count++] = point;
    shape->ends[shape->rings - 1] = shape->count;
    return true;
}

static bool begin_ring(path_shape *shape)
{
    if (shape->rings == SHAPE_RINGS)
        return false;
    shape->closed[shape->rings] = false;
    shape->ends[shape->rings++] = shape->count;
    return true;
}

bool path_add_circle(path_shape *shape, shape_point middle, double radius)
{
    bool good = begin_ring(shape);
    for (int i = 0; i < CIRCLE_EDGES && good; i++) {
        double angle = 2 * PI * i / CIRCLE_EDGES;
        good = add_point(
            shape, (shape_point){middle.x + radius * cos(angle), middle.y + radius * sin(angle)});
    }
    if (good)
        shape->closed[shape->rings - 1] = true;
    return good;
}

/* ---- reading ---- */

static void skip_blanks(reader *in)
{
    in->at += strspn(in->at, " ,");
}

static bool more_numbers(reader *in)
{
    skip_blanks(in);
    return isdigit((unsigned char)*in->at) || *in->at == '-' || *in->at == '.';
}

/* Reads a number. Numbers of path data may touch each other: "1-2" is two numbers. */
static double number(reader *in)
{
    char *end;
    skip_blanks(in);
    double value = strtod(in->at, &end);
    in->good &= end != in->at;
    in->at = end;
    return value;
}

/* Reads a flag of an arc: one digit, which need not be followed by a blank. */
static bool flag(reader *in)
{
    skip_blanks(in);
    in->good &= *in->at == '0' || *in->at == '1';
    return in->good && *in->at++ == '1';
}

static shape_point point(reader *in, bool relative)
{
    double x = number(in), y = number(in);
    return relative ? (shape_point){in->now.x + x, in->now.y + y} : (shape_point){x, y};
}

static void line_to(reader *in, shape_point to)
{
    in->good &= add_point(in->shape, to);
    in->now = to;
}

static void curve(reader *in, bool relative)
{
    shape_point a = in->now, b = point(in, relative), c = point(in, relative),
                d = point(in, relative);
    for (int i = 1; i <= CURVE_EDGES && in->good; i++) {
        double t = (double)i / CURVE_EDGES, s = 1 - t;
        line_to(in,
                (shape_point){
                    s * s * s * a.x + 3 * s * s * t * b.x + 3 * s * t * t * c.x + t * t * t * d.x,
                    s * s * s * a.y + 3 * s * s * t * b.y + 3 * s * t * t * c.y + t * t * t * d.y,
                });
    }
}

/* Adds an arc of a circle; the drawings have no ellipses. Its centre lies on the perpendicular
 * bisector of the chord. */
static void arc(reader *in, bool relative)
{
    double radius = number(in), other = number(in);
    number(in); /* the rotation of an ellipse, not used */
    bool large = flag(in), clockwise = flag(in);
    shape_point from = in->now, to = point(in, relative);
    double dx = to.x - from.x, dy = to.y - from.y, chord = hypot(dx, dy);
    in->good &= radius == other && chord > 0;
    if (!in->good)
        return;
    double half = chord / 2 < radius ? chord / 2 : radius;
    double off = sqrt(radius * radius - half * half) * (large == clockwise ? -1 : 1);
    shape_point middle = {(from.x + to.x) / 2 - off * dy / chord,
                          (from.y + to.y) / 2 + off * dx / chord};
    double begin = atan2(from.y - middle.y, from.x - middle.x);
    double turn = atan2(to.y - middle.y, to.x - middle.x) - begin;
    if (clockwise && turn <= 0)
        turn += 2 * PI;
    if (!clockwise && turn >= 0)
        turn -= 2 * PI;
    for (int i = 1; i < ARC_EDGES && in->good; i++) {
        double angle = begin + turn * i / ARC_EDGES;
        line_to(in, (shape_point){middle.x + radius * cos(angle), middle.y + radius * sin(angle)});
    }
    line_to(in, to);
}

/* Reads one command; a small letter means relative coordinates. */
static void command(reader *in, char letter, bool relative)
{
    double base;
    switch (letter) {
    case 'L':
        line_to(in, point(in, relative));
        break;
    case 'H':
        base = relative ? in->now.x : 0;
        line_to(in, (shape_point){base + number(in), in->now.y});
        break;
    case 'V':
        base = relative ? in->now.y : 0;
        line_to(in, (shape_point){in->now.x, base + number(in)});
        break;
    case 'C':
        curve(in, relative);
        break;
    case 'A':
        arc(in, relative);
        break;
    default:
        in->good = false;
    }
}

bool path_read(path_shape *shape, const char *text)
{
    reader in = {.shape = shape, .at = text, .good = true};
    shape->count = shape->rings = 0;
    for (skip_blanks(&in); *in.at != '\0' && in.good; skip_blanks(&in)) {
        bool relative = islower((unsigned char)*in.at);
        char letter = (char)toupper((unsigned char)*in.at++);
        if (letter == 'Z') {
            in.good = shape->rings > 0;
            if (in.good) {
                size_t first = shape->rings > 1 ? shape->ends[shape->rings - 2] : 0;
                shape->closed[shape->rings - 1] = true;
                in.now = shape->points[first];
            }
        } else if (letter == 'M') {
            in.good = begin_ring(shape);
            line_to(&in, point(&in, relative));
            while (in.good && more_numbers(&in))
                command(&in, 'L', relative);
        } else {
            do
                command(&in, letter, relative);
            while (in.good && more_numbers(&in));
        }
    }
    return in.good && shape->count > 0;
}
