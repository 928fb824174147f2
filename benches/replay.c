/* The replay of a week as a plain C loop: what the machine can do, to compare the program's own loop with.
 *
 * Reads a file of 32-bit numbers: players, games, then two ratings a player, then white, black and result (1, 0, -1) a game.
 * Prints the median time of a game in nanoseconds, and a checksum of the ratings afterwards. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct ratings { int32_t weekly, permanent; };
struct game { int32_t white, black, result; };

static int32_t step(int32_t difference) {
    int32_t held = difference > 375 ? 375 : difference < -375 ? -375 : difference;
    return held / 25;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    FILE *file = fopen(arguments[1], "rb");
    int runs = atoi(arguments[2]);
    int32_t sizes[2];
    if (!file || runs < 1 || fread(sizes, sizeof sizes, 1, file) != 1) return 1;
    size_t players = (size_t)sizes[0], games = (size_t)sizes[1];
    struct ratings *start = malloc(players * sizeof *start), *ratings = malloc(players * sizeof *ratings);
    struct game *list = malloc(games * sizeof *list);
    double *times = malloc((size_t)runs * sizeof *times);
    if (!start || !ratings || !list || !times) return 1;
    if (fread(start, sizeof *start, players, file) != players || fread(list, sizeof *list, games, file) != games) return 1;
    fclose(file);
    for (int run = 0; run < runs; run++) {
        memcpy(ratings, start, players * sizeof *ratings);
        double began = now();
        for (size_t at = 0; at < games; at++) {
            struct game game = list[at];
            struct ratings white = ratings[game.white], black = ratings[game.black];
            int32_t weekly = 16 * game.result - step(white.weekly - black.weekly);
            int32_t permanent = 16 * game.result - step(white.permanent - black.permanent);
            ratings[game.white] = (struct ratings){white.weekly + weekly, white.permanent + permanent};
            ratings[game.black] = (struct ratings){black.weekly - weekly, black.permanent - permanent};
        }
        times[run] = (now() - began) / (double)games;
    }
    qsort(times, (size_t)runs, sizeof *times, by_size);
    uint64_t sum = 0;
    for (size_t at = 0; at < players; at++)
        sum = sum * 31 + (uint64_t)(int64_t)ratings[at].weekly * 7 + (uint64_t)(int64_t)ratings[at].permanent;
    printf("%.4f %" PRIu64 "\n", times[runs / 2], sum);
    return 0;
}
