"""Shares of a whole as bars, one below the other, as SVG: what step_stages.py draws with."""

WIDTH, BAR, GAP, LEFT, TOP, RIGHT = 760, 44, 26, 150, 40, 20
LEGEND_COLUMNS, LEGEND_LINE = 4, 22
# Neighbours in a bar differ in hue and in brightness; white text is readable on all.
COLOURS = ["#7a4fa3", "#1f6fb4", "#12486f", "#2a8c7e", "#10594f", "#b03a2e", "#d0672b", "#8a5a1c", "#4d7c1f", "#2f5412",
           "#a03a72", "#5d6d7e", "#3b444c"]
LEAST_NAMED = 3.5  # %: a narrower part has no room for its number


def draw_bar(shares, colours, top):
    """From left to right, in the order given."""
    lines, x = [], LEFT
    for name, share in shares.items():
        width = WIDTH * share / 100
        lines.append(f'<rect x="{x:.1f}" y="{top}" width="{width:.1f}" height="{BAR}" fill="{colours[name]}" stroke="white">'
                     f'<title>{name}: {share:.1f} %</title></rect>')
        if share >= LEAST_NAMED:
            lines.append(f'<text x="{x + width / 2:.1f}" y="{top + BAR / 2 + 5:.1f}" text-anchor="middle" fill="white">'
                         f'{share:.0f}</text>')
        x += width
    return lines


def draw_legend(colours, top):
    lines = []
    for i, (name, colour) in enumerate(colours.items()):
        x = 16 + (LEFT + WIDTH + RIGHT - 16) / LEGEND_COLUMNS * (i % LEGEND_COLUMNS)
        y = top + LEGEND_LINE * (i // LEGEND_COLUMNS)
        lines.append(f'<rect x="{x:.1f}" y="{y}" width="14" height="14" fill="{colour}"/>')
        lines.append(f'<text x="{x + 20:.1f}" y="{y + 12}">{name}</text>')
    return lines


def draw(title, bars):
    """bars: for each name, the share in % of each part; all have the same parts, in the same order."""
    parts = list(next(iter(bars.values())))
    colours = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(parts)}
    legend_top = TOP + len(bars) * (BAR + GAP)
    width, height = LEFT + WIDTH + RIGHT, legend_top + LEGEND_LINE * -(-len(parts) // LEGEND_COLUMNS) + 10
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
             f'<rect width="{width}" height="{height}" fill="white"/>',
             f'<text x="{LEFT}" y="24">{title}</text>']
    for i, (name, shares) in enumerate(bars.items()):
        top = TOP + i * (BAR + GAP)
        lines.append(f'<text x="{LEFT - 12}" y="{top + BAR / 2 + 5:.1f}" text-anchor="end">{name}</text>')
        lines += draw_bar(shares, colours, top)
    return "\n".join(lines + draw_legend(colours, legend_top) + ["</svg>"]) + "\n"
