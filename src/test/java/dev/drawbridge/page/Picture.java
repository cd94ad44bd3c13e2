package dev.drawbridge.page;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** A picture as the mean brightness of its cells, so that the edges of letters do not count. */
record Picture(int width, int height, double[] cells) {

    /** The width and height of a cell, in pixels. */
    private static final int CELL = 16;

    /** The difference of brightness from which a cell differs, of 255: that of a line of text, or of a pale color. */
    private static final double DIFFERENT = 16;

    static Picture of(byte[] png) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        int columns = image.getWidth() / CELL;
        int rows = image.getHeight() / CELL;
        double[] cells = new double[3 * columns * rows];
        for (int y = 0; y < rows * CELL; y++) {
            for (int x = 0; x < columns * CELL; x++) {
                int rgb = image.getRGB(x, y);
                int cell = 3 * (y / CELL * columns + x / CELL);
                cells[cell] += (rgb >> 16 & 255) / (double) (CELL * CELL);
                cells[cell + 1] += (rgb >> 8 & 255) / (double) (CELL * CELL);
                cells[cell + 2] += (rgb & 255) / (double) (CELL * CELL);
            }
        }
        return new Picture(image.getWidth(), image.getHeight(), cells);
    }

    /** The share of cells that differ in a color; 1 if the sizes differ. */
    double difference(Picture other) {
        if (width != other.width || height != other.height) {
            return 1;
        }
        int different = 0;
        for (int i = 0; i < cells.length; i += 3) {
            boolean isDifferent = false;
            for (int color = i; color < i + 3; color++) {
                isDifferent |= Math.abs(cells[color] - other.cells[color]) > DIFFERENT;
            }
            different += isDifferent ? 1 : 0;
        }
        return 3.0 * different / cells.length;
    }
}
